import { AwsClient } from 'aws4fetch'
import { type MediaFile, type MediaFiles, pathOf } from './media-files.js'

type Bucket = {
  /** With the name of the bucket, without a slash at the end. */
  url: string
  region: string
  accessKey: string
  secretKey: string
}

const timeoutMs = 10_000

/** Keeps pictures in a bucket that understands the protocol of S3. */
export function createBucketFiles({ url, region, accessKey, secretKey }: Bucket): MediaFiles {
  const client = new AwsClient({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    service: 's3',
    region,
    retries: 2,
  })

  async function call(file: MediaFile, init: RequestInit): Promise<Response> {
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await client.fetch(`${url}/${pathOf(file)}`, { ...init, signal })
    if (response.ok || response.status === 404) return response
    // The body may repeat the request with its signature.
    throw new Error(`the media bucket responded to ${init.method} with ${response.status}`)
  }

  return {
    async put(file, content) {
      const headers = { 'content-type': 'image/webp' }
      const body = new Uint8Array(content)
      const { ok } = await call(file, { method: 'PUT', headers, body })
      if (!ok) throw new Error('the media bucket does not exist')
    },
    async find(file) {
      const response = await call(file, { method: 'GET' })
      return response.ok ? Buffer.from(await response.arrayBuffer()) : null
    },
    async delete(file) {
      await call(file, { method: 'DELETE' })
    },
  }
}
