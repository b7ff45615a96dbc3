# docker build -t formcells .
#   with Valkey, PostgreSQL and SQLite: docker build --build-arg TRAITS=Valkey,PostgreSQL,SQLite -t formcells .
# docker run -p 8080:8080 -v formcells:/data formcells
#   forms of one's own: docker run -p 8080:8080 -v formcells:/data -v ./forms:/forms:ro formcells serve /forms

FROM swift:6.3-bookworm AS build
ARG TRAITS=
RUN apt-get update \
 && apt-get install -y --no-install-recommends libxml2-dev zlib1g-dev pkg-config ${TRAITS:+libhiredis-dev libpq-dev libsqlite3-dev} \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /build
COPY Package.swift ./
COPY Sources Sources
COPY Templates Templates
COPY Public Public
# The manifest names the test targets; their folders have to be there, their files do not.
COPY Tests Tests
RUN swift build -c release ${TRAITS:+--traits "$TRAITS"} -Xlinker -s --product formcells \
 && .build/release/formcells install --prefix /installed

FROM debian:bookworm-slim
ARG TRAITS=
# zbar-tools: for cells with "scan".
RUN apt-get update \
 && apt-get install -y --no-install-recommends libxml2 tzdata zbar-tools ${TRAITS:+libhiredis0.14 libpq5 libsqlite3-0 libssl3} \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --uid 10001 --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin formcells \
 && install -d -o formcells -g formcells /data
COPY --from=build /installed /usr/local
USER formcells
ENV FORMCELLS_HOST=0.0.0.0 FORMCELLS_PORT=8080 FORMCELLS_DATA=/data
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
# Neither curl nor a shell's networking is in the image; bash opens the socket itself.
HEALTHCHECK --interval=30s --timeout=3s --start-period=5s CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/${FORMCELLS_PORT} && printf 'GET /healthz HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n' >&3 && head -n 1 <&3 | grep -q ' 200 '"]
ENTRYPOINT ["formcells"]
CMD ["serve"]
