import { ownOrigins } from '../../auth/own-hosts.js'
import { listOf } from '../../lib/fields/field-rules.js'
import type { Rule } from '../../lib/fields/read-fields.js'
import { readImageData } from '../../lib/image-data.js'
import { hashInUrl, referTo } from '../../lib/media-reference.js'
import { parseCallerUrl } from '../../lib/urls.js'
import type { Config } from '../../platform/config/config.js'

const maxImages = 8
/** The maximum of a data URI. Larger images are uploaded first. */
const maxBytes = 131_072
/** The maximum of all data URIs of an item, as text. */
const maxLength = 196_608

/** The settings that decide which URLs are accepted, and which of them are ours. */
export type ImageSettings = Pick<Config, 'mode' | 'baseUrl' | 'payUrl'>

/** Accepts URLs and small images as data URIs. URLs of our pictures become references. */
export function imageRules(config: ImageSettings): Rule<string[]> {
  const readList = listOf(imageRule(config), { max: maxImages, keyOf: (image) => image })

  return (value) => {
    const read = readList(value)
    return 'value' in read && imageBytes(read.value) > maxLength
      ? {
          problem: `must have at most ${maxLength} characters in total; upload large images with POST /api/media`,
        }
      : read
  }
}

/** Returns the size of images as text. */
export function imageBytes(images: readonly string[]): number {
  return images.reduce((sum, image) => sum + image.length, 0)
}

function imageRule(config: ImageSettings): Rule<string> {
  const origins = ownOrigins(config)
  return (value) => {
    if (typeof value !== 'string') return { problem: 'must be text' }
    if (/^data:/i.test(value)) {
      const read = readImageData(value, { maxBytes })
      return 'value' in read ? { value: read.value.text } : read
    }
    const hash = hashInUrl(value, origins)
    if (hash !== null) return { value: referTo(hash) }
    const url = parseCallerUrl(value, { allowHttp: config.mode === 'sandbox' })
    return url ? { value: url } : { problem: 'must be an https URL or a data URI' }
  }
}
