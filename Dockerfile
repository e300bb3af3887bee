# The server alone: no shell, no package manager, nobody's root. deploy/README.md says how it runs.

FROM rust:1.95-bookworm AS build
# The image's own; rust-toolchain.toml would have components fetched that nothing here needs.
ENV RUSTUP_TOOLCHAIN=1.95.0
# `--profile siege` is nearly as fast, and built in a part of the time.
ARG PROFILE=release
WORKDIR /src
COPY . .
RUN cargo build --locked --profile "$PROFILE" --package stoa --bin stoa \
    && install -D "target/$PROFILE/stoa" /image/usr/local/bin/stoa \
    && install -d -m 0700 /image/var/lib/stoa

# It has glibc and the certificates of public authorities.
FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=build /image/usr/local/bin/stoa /usr/local/bin/stoa
# What a volume that is mounted here begins with, so that it is the server's.
COPY --from=build --chown=65532:65532 /image/var/lib/stoa /var/lib/stoa
ENV STOA_ENV=production \
    STOA_LISTEN=0.0.0.0:8080 \
    STOA_ADMIN_LISTEN=0.0.0.0:9090 \
    STOA_DATA_DIR=/var/lib/stoa
USER 65532:65532
EXPOSE 8080 9090
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=11s --start-period=60s --retries=3 CMD ["/usr/local/bin/stoa", "health"]
ENTRYPOINT ["/usr/local/bin/stoa"]
CMD ["serve"]
