# An image with only the server: no shell, no package manager, not run as root. Any user may run it. deploy/README.md
# says how to run it.

FROM rust:1.95-bookworm AS build
# Use the image's toolchain: rust-toolchain.toml would download components that the build does not need.
ENV RUSTUP_TOOLCHAIN=1.95.0
WORKDIR /src
COPY . .
RUN cargo build --locked --release --package stoa --bin stoa \
    && install -D target/release/stoa /image/usr/local/bin/stoa \
    && install -d -m 0770 /image/var/lib/stoa

# The base image has glibc and the certificates of public authorities.
FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=build /image/usr/local/bin/stoa /usr/local/bin/stoa
# A volume that is mounted here starts as a copy of this folder, so the server owns it. OpenShift runs containers as a
# user of its own choice, in group 0.
COPY --from=build --chown=65532:0 /image/var/lib/stoa /var/lib/stoa
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
