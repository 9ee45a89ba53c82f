import { describe, expect, test } from 'vitest'
import { serve } from '../../test/serve.js'
import { createClient } from '../index.js'

const picture = { hash: 'ab', url: 'http://localhost/media/ab/960.webp' }
const apiKey = 'tly_test_0123456789_secret'

describe('media', () => {
  test('default', async () => {
    const { baseUrl, received } = await serve({ json: { ok: true, picture } })
    const { media } = createClient({ baseUrl, apiKey })
    await expect(media.upload(Buffer.from('a picture'))).resolves.toEqual(picture)
    expect(received).toMatchObject([{ method: 'POST', url: '/api/media', body: 'a picture' }])
    expect(received[0]?.headers['content-type']).toBe('application/octet-stream')
  })

  test('behavior: reports the progress', async () => {
    const { baseUrl, received } = await serve({ json: { ok: true, picture } })
    const { media } = createClient({ baseUrl, apiKey })
    const sent: number[] = []
    const file = new Blob(['x'.repeat(150_000)])
    await media.upload(file, {
      type: 'image/png',
      onProgress: ({ sentBytes, totalBytes }) => sent.push(sentBytes / totalBytes),
    })
    expect(sent).toHaveLength(3)
    expect(sent.at(-1)).toBe(1)
    expect(received[0]?.body).toHaveLength(150_000)
    expect(received[0]?.headers['content-type']).toBe('image/png')
  })
})
