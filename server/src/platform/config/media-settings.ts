import { anyText, baseUrl } from './parsers.js'
import { optional, setting } from './setting.js'

/** Settings of the media store. By default the database keeps the pictures. */
export const mediaSettings = {
  mediaDir: optional(
    'MEDIA_DIR',
    anyText,
    'Directory that keeps pictures instead of the database. Every process must reach it.',
  ),
  mediaBucketUrl: optional(
    'MEDIA_BUCKET_URL',
    baseUrl('http', 'https'),
    'S3-compatible bucket that keeps pictures instead of the database, with its name in the path or host.',
  ),
  mediaBucketRegion: setting(
    'MEDIA_BUCKET_REGION',
    anyText,
    'us-east-1',
    'Region of the bucket. Some providers use auto.',
  ),
  mediaBucketAccessKey: optional(
    'MEDIA_BUCKET_ACCESS_KEY',
    anyText,
    'Id of the access key, and required with MEDIA_BUCKET_URL. It may read, write and delete objects.',
  ),
  mediaBucketSecretKey: optional(
    'MEDIA_BUCKET_SECRET_KEY',
    anyText,
    'Signs the requests to MEDIA_BUCKET_URL, and is required with it.',
  ),
}

type GivenSettings = {
  mediaDir: string | undefined
  mediaBucketUrl: string | undefined
  mediaBucketAccessKey: string | undefined
  mediaBucketSecretKey: string | undefined
}

/** Lists the problems of media settings that contradict or need each other. */
export function mediaProblems(settings: GivenSettings): string[] {
  if (settings.mediaBucketUrl === undefined) return []
  const problems: string[] = []
  if (settings.mediaDir !== undefined) {
    problems.push('MEDIA_DIR: must not be set together with MEDIA_BUCKET_URL')
  }
  const required = [
    ['MEDIA_BUCKET_ACCESS_KEY', settings.mediaBucketAccessKey],
    ['MEDIA_BUCKET_SECRET_KEY', settings.mediaBucketSecretKey],
  ] as const
  for (const [name, value] of required) {
    if (value === undefined) problems.push(`${name}: is required when MEDIA_BUCKET_URL is set`)
  }
  return problems
}
