select public_url.url
from public_urls public_url
where public_url.id = 1
