import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { aDeveloper } from '../../../test/fixtures/factories.js'
import { aPicture, asDataUri } from '../../../test/fixtures/pictures.js'
import { aSeller, type Seller } from '../../../test/fixtures/seller.js'
import { createTestApp, type TestApp } from '../../../test/harness.js'

let app: TestApp
let seller: Seller
let picture: Buffer
let origin: string
beforeAll(async () => {
  app = await createTestApp()
  origin = await app.server.listen({ port: 0, host: '127.0.0.1' })
  seller = await aSeller(app)
  picture = await aPicture()
})
afterAll(() => app.close())

const upload = (payload: Buffer | string, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: '/api/media',
    headers: { ...seller.headers, 'content-type': 'image/png', ...headers },
    payload,
  })

const pathOf = (url: string) => new URL(url).pathname

describe('POST /api/media', () => {
  test('default', async () => {
    const response = await upload(picture)
    const hash = createHash('sha256').update(picture).digest('hex')
    expect([response.statusCode, response.json()]).toEqual([
      200,
      {
        ok: true,
        picture: {
          hash,
          url: `http://tally.test/media/${hash}/960.webp`,
          thumbUrl: `http://tally.test/media/${hash}/48.webp`,
          width: 400,
          height: 300,
          bytes: expect.any(Number),
        },
      },
    ])
  })

  test('behavior: stores the same file once, whatever its declared type', async () => {
    const first = (await upload(picture)).json()
    const repeatedResponse = await upload(picture, { 'content-type': 'application/octet-stream' })
    expect(repeatedResponse.json()).toEqual(first)
    const { rows } = await app.ctx.db.query('select size from media_files where hash = $1', [
      first.picture.hash,
    ])
    expect(rows).toHaveLength(2)
  })

  test('behavior: removes the place and the author of a photo, and applies its rotation', async () => {
    const photo = await sharp(picture)
      .withExif({
        IFD0: { Artist: 'secret', Orientation: '6' },
        IFD3: { GPSLatitude: '52/1 31/1 0/1' },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const { picture: stored } = (await upload(photo)).json()
    expect([stored.width, stored.height]).toEqual([300, 400])
    for (const size of [48, 320, 960]) {
      const { rawPayload } = await app.inject(`/media/${stored.hash}/${size}.webp`)
      const { exif, xmp, iptc, width = 0, height = 0 } = await sharp(rawPayload).metadata()
      expect([exif, xmp, iptc]).toEqual([undefined, undefined, undefined])
      expect(height).toBe(Math.min(size, 400))
      expect(width).toBe(Math.round(height * 0.75))
    }
  })

  test('behavior: slow uploads of new merchants leave slots to established ones', async () => {
    const port = Number(new URL(origin).port)
    const { apiKey } = await aDeveloper(app.ctx, { plan: 'starter' })
    const established = await aDeveloper(app.ctx)
    // One more than there are slots: its refusal shows that the others hold theirs.
    const sockets = Array.from({ length: 9 }, () => {
      const head = [
        'POST /api/media HTTP/1.1',
        'host: localhost',
        `x-api-key: ${apiKey}`,
        'content-type: image/png',
        'content-length: 1000',
      ]
      return connect(port, '127.0.0.1')
        .setKeepAlive(true)

        .on('error', () => {})
        .once('connect', function (this: Socket) {
          this.write(`${head.join('\r\n')}\r\n\r\nx`)
        })
    })
    const limitOf = async (key: string) =>
      (await upload(picture, { 'x-api-key': key })).json().limit ?? null
    await Promise.race(sockets.map((socket) => once(socket, 'data')))
    expect(await limitOf(apiKey)).toBe('new-merchant-uploads')
    expect(await limitOf(established.apiKey)).toBe(null)
    for (const socket of sockets) socket.destroy()
    await expect.poll(() => limitOf(apiKey), { interval: 500 }).toBe(null)
  })

  test.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
    ['text', 'hello', 'image/png'],
    ['an empty body', '', 'image/png'],
    ['JSON', '{}', 'application/json'],
  ])('error: refuses %s', async (_name, body, type) => {
    const response = await upload(body, { 'content-type': type })
    expect([response.statusCode, response.json().error]).toEqual([400, 'invalid_input'])
  })

  test('error: refuses other types and large files', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
      const response = await upload(picture, { 'content-type': type })
      expect([response.statusCode, response.json()]).toEqual([
        415,
        { error: 'unsupported_media_type', message: expect.stringContaining('image/jpeg') },
      ])
    }
    expect((await upload(Buffer.alloc(8_388_609))).statusCode).toBe(413)
  })

  test('behavior: an upload whose client disconnected counts until it is decoded', {
    tags: 'slow',
  }, async () => {
    const refused = { problem: 'must be a picture' }
    let finish = () => {}
    const decoded = new Promise<typeof refused>((resolve) => {
      finish = () => resolve(refused)
    })
    const decode = vi.spyOn(app.ctx.media.decoder, 'decode').mockReturnValue(decoded)
    const url = origin
    const client = new AbortController()
    const headers = { ...seller.headers, 'content-type': 'image/png' }
    const calls = [1, 2, 3, 4].map((byte) => {
      const body = new Uint8Array(8).fill(byte)
      return fetch(`${url}/api/media`, { method: 'POST', headers, body, signal: client.signal })
    })
    await expect.poll(() => decode.mock.calls.length).toBe(4)
    client.abort()
    await Promise.allSettled(calls)
    const countConnections = promisify(app.server.server.getConnections.bind(app.server.server))
    await expect.poll(() => countConnections()).toBe(0)

    decode.mockResolvedValue(refused)
    expect((await upload(Buffer.alloc(8, 5))).statusCode).toBe(429)
    finish()
    await expect.poll(async () => (await upload(Buffer.alloc(8, 5))).statusCode).toBe(400)
    decode.mockRestore()
  })

  test('error: needs a key', async () => {
    const response = await app.inject({
      method: 'POST',
      url: '/api/media',
      headers: { 'content-type': 'image/png' },
      payload: picture,
    })
    expect(response.statusCode).toBe(401)
  })
})

describe('GET /media/:hash/:size.webp', () => {
  test('default', async () => {
    const { url } = (await upload(picture)).json().picture
    const response = await app.inject(pathOf(url))
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'accept-ranges': 'bytes',
    })
    expect(response.headers).not.toHaveProperty('set-cookie')
    expect((await sharp(response.rawPayload).metadata()).format).toBe('webp')
  })

  test('behavior: is not sent again to a client that has it', async () => {
    const { url } = (await upload(picture)).json().picture
    const { etag = '' } = (await app.inject(pathOf(url))).headers
    const headers = { 'if-none-match': `"other", W/${etag}` }
    const response = await app.inject({ url: pathOf(url), headers })
    expect([response.statusCode, response.body]).toEqual([304, ''])
  })

  test('behavior: sends parts', async () => {
    const path = pathOf((await upload(picture)).json().picture.url)
    const whole = (await app.inject(path)).rawPayload
    const part = async (range: string, more: Record<string, string> = {}) => {
      const response = await app.inject({ url: path, headers: { range, ...more } })
      return [response.statusCode, response.headers['content-range'], response.rawPayload.length]
    }
    const { length } = whole
    expect(await part('bytes=0-9')).toEqual([206, `bytes 0-9/${length}`, 10])
    expect(await part('bytes=-5')).toEqual([206, `bytes ${length - 5}-${length - 1}/${length}`, 5])
    expect(await part('bytes=10-')).toEqual([206, `bytes 10-${length - 1}/${length}`, length - 10])
    expect(await part(`bytes=${length}-`)).toEqual([416, `bytes */${length}`, 0])
    expect(await part('bytes=0-9', { 'if-range': '"old"' })).toEqual([200, undefined, length])
    expect(await part('lines=0-9')).toEqual([200, undefined, length])
  })

  test('error: 404 for an unknown picture, 400 for another size', async () => {
    expect((await app.inject(`/media/${'0'.repeat(64)}/48.webp`)).statusCode).toBe(404)
    expect((await app.inject(`/media/${'0'.repeat(64)}/49.webp`)).statusCode).toBe(400)
  })
})

describe('images of items', () => {
  test('default: are addresses, and data URIs on request', async () => {
    const other = await aSeller(app)
    const { url } = (await upload(picture)).json().picture
    const images = [url, asDataUri(picture), 'https://example.com/a.png']
    await other.post('/api/inventory', { sku: 'T', name: 'Tea', priceUsd: 1, images })
    const shown = async (query: string) =>
      (await other.get(`/api/inventory${query}`)).json().items[0].images
    // The first two are the same picture.
    expect(await shown('')).toEqual([url, 'https://example.com/a.png'])
    expect(await shown('?images=data')).toEqual([
      expect.stringMatching(/^data:image\/webp;base64,/),
      'https://example.com/a.png',
    ])
    expect((await other.get('/api/inventory?images=png')).statusCode).toBe(400)
  })

  test('error: refuses a picture that was not uploaded, and one that is damaged', async () => {
    const put = async (image: string) => {
      const body = { sku: 'U', name: 'Tea', priceUsd: 1, images: [image] }
      return (await seller.post('/api/inventory', body)).json().message
    }
    expect(await put(`http://tally.test/media/${'0'.repeat(64)}/960.webp`)).toContain(
      'There is no picture',
    )
    const damaged = Buffer.from(await aPicture({ seed: 99 }))
    damaged.fill(0, 60, damaged.length - 20)
    expect(await put(asDataUri(damaged))).toMatch(/^images/)
  })
})
