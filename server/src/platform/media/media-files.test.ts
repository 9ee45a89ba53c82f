import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBucketFiles } from './bucket-files.js'
import { createDirectoryFiles } from './media.js'
import type { MediaFiles } from './media-files.js'

const folder = () => mkdtempSync(join(tmpdir(), 'tallystick-media-'))
const keys = { region: 'us-east-1', accessKey: 'S3RVER', secretKey: 'S3RVER' }

let server: S3rver
let origin: string
beforeAll(async () => {
  server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder(),
    configureBuckets: [{ name: 'pictures', configs: [] }],
  })
  await server.run()
  const { port } = server.httpServer.address() as AddressInfo
  origin = `http://127.0.0.1:${port}`
})
afterAll(() => server.close())

const storages: [string, () => MediaFiles][] = [
  ['directory', () => createDirectoryFiles(join(folder(), 'not', 'made'))],
  ['bucket', () => createBucketFiles({ url: `${origin}/pictures`, ...keys })],
]

const aHash = () => createHash('sha256').update(randomUUID()).digest('hex')

describe.each(storages)('files in a %s', (_name, create) => {
  test('default', async () => {
    const files = create()
    const file = { hash: aHash(), size: 320 } as const
    expect(await files.find(file)).toBeNull()
    const content = Buffer.from([0, 255, 13, 10, 128])
    await files.put(file, content)
    await files.put(file, content)
    expect(await files.find(file)).toEqual(content)
    expect(await files.find({ ...file, size: 960 })).toBeNull()
    await files.delete(file)
    await files.delete(file)
    expect(await files.find(file)).toBeNull()
  })
})

describe('createBucketFiles', () => {
  test('error: a wrong key, without repeating it', async () => {
    const url = `${origin}/pictures`
    const files = createBucketFiles({ url, ...keys, secretKey: 'wrong' })
    const file = { hash: aHash(), size: 320 } as const
    const refused = (method: string) =>
      `the media bucket responded to ${method} with 403: check MEDIA_BUCKET_ACCESS_KEY`
    await expect(files.put(file, Buffer.from('a'))).rejects.toThrow(refused('PUT'))
    await expect(files.find(file)).rejects.toThrow(refused('GET'))
    await expect(files.delete(file)).rejects.toThrow(refused('DELETE'))
  })

  test('error: a bucket that does not exist', async () => {
    const files = createBucketFiles({ url: `${origin}/none`, ...keys })
    const file = { hash: aHash(), size: 320 } as const
    const problem = 'the bucket does not exist; check MEDIA_BUCKET_URL'
    await expect(files.put(file, Buffer.from('a'))).rejects.toThrow(problem)
    await expect(files.find(file)).rejects.toThrow(problem)
  })
})
