import type { Config } from '../config/config.js'
import { createBucketFiles } from './bucket-files.js'
import { createDirectoryFiles } from './directory-files.js'
import type { MediaFiles } from './media-files.js'
import { createPictureDecoder, type PictureDecoder } from './picture-decoder.js'

/** The outside parts of the media store. */
export type Media = {
  decoder: PictureDecoder
  /** Where pictures are kept outside the database. Null when the database keeps them. */
  files: MediaFiles | null
}

/** Creates the decoder and the storage of the configuration. Nothing is started. */
export function createMedia(config: Config): Media {
  return { decoder: createPictureDecoder(), files: createFiles(config) }
}

function createFiles(config: Config): MediaFiles | null {
  const { mediaBucketUrl, mediaBucketAccessKey, mediaBucketSecretKey } = config
  if (mediaBucketUrl && mediaBucketAccessKey && mediaBucketSecretKey) {
    return createBucketFiles({
      url: mediaBucketUrl,
      region: config.mediaBucketRegion,
      accessKey: mediaBucketAccessKey,
      secretKey: mediaBucketSecretKey,
    })
  }
  return config.mediaDir === undefined ? null : createDirectoryFiles(config.mediaDir)
}
