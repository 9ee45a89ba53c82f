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

  /** Returns null when there is no such file. */
  async function call(file: MediaFile, init: RequestInit): Promise<Response | null> {
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await client.fetch(`${url}/${pathOf(file)}`, { ...init, signal })
    if (response.ok) return response
    if (init.method !== 'PUT' && (await isFileMissing(response))) return null
    // The body may repeat the request with its signature.
    const advice = adviceOf(response.status)
    throw new Error(`the media bucket responded to ${init.method} with ${response.status}${advice}`)
  }

  return {
    async put(file, content) {
      const headers = { 'content-type': 'image/webp' }
      const body = new Uint8Array(content)
      await call(file, { method: 'PUT', headers, body })
    },
    async find(file) {
      const response = await call(file, { method: 'GET' })
      return response && Buffer.from(await response.arrayBuffer())
    },
    async delete(file) {
      await call(file, { method: 'DELETE' })
    },
  }
}

/** The response for a missing bucket differs only in the code in its body. */
async function isFileMissing(response: Response): Promise<boolean> {
  if (response.status !== 404) return false
  return !(await response.text()).includes('<Code>NoSuchBucket</Code>')
}

/**
 * Returns the settings to correct. A service that forbids a key to list the bucket also responds
 * with 403 to a file that does not exist, so 403 says nothing about the file.
 */
function adviceOf(status: number): string {
  if (status === 404) return ': the bucket does not exist; check MEDIA_BUCKET_URL'
  if (status !== 401 && status !== 403) return ''
  return ': check MEDIA_BUCKET_ACCESS_KEY, MEDIA_BUCKET_SECRET_KEY and MEDIA_BUCKET_REGION; the key must be allowed to read, write, delete and list the files of the bucket'
}
