import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '../config/config.js'
import { createBucketFiles } from './bucket-files.js'
import { type MediaFiles, pathOf } from './media-files.js'
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

/** Keeps pictures in a directory, which every process of the service must reach. */
export function createDirectoryFiles(directory: string): MediaFiles {
  return {
    async put(file, content) {
      const path = join(directory, pathOf(file))
      await mkdir(dirname(path), { recursive: true })
      // Renamed when complete, so that no reader sees a part of it.
      const unfinished = `${path}.${randomUUID()}`
      await writeFile(unfinished, content, { flush: true })
      await rename(unfinished, path)
    },
    async find(file) {
      try {
        return await readFile(join(directory, pathOf(file)))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },
    delete: (file) => rm(join(directory, pathOf(file)), { force: true }),
  }
}
