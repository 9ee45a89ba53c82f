import { listOf } from '../../lib/fields/field-rules.js'
import type { Rule } from '../../lib/fields/read-fields.js'
import { readImageData } from '../../lib/image-data.js'
import { parseCallerUrl } from '../../lib/urls.js'
import type { Config } from '../../platform/config/config.js'

const maxImages = 8
/** The maximum of one embedded image. Larger ones need a URL. */
const maxBytes = 131_072
/** The maximum of all images of an item in a response, to limit the size of a page. */
const maxLength = 196_608

/** Accepts URLs, and small images as data URIs whose content matches their type. */
export function imageRules(mode: Config['mode']): Rule<string[]> {
  const readList = listOf(imageRule(mode), { max: maxImages, keyOf: (image) => image })

  return (value) => {
    const read = readList(value)
    return 'value' in read && imageBytes(read.value) > maxLength
      ? { problem: `must have at most ${maxLength} characters in total; use URLs for large images` }
      : read
  }
}

/** Returns the size of images in a response. */
export function imageBytes(images: readonly string[]): number {
  return images.reduce((sum, image) => sum + image.length, 0)
}

function imageRule(mode: Config['mode']): Rule<string> {
  return (value) => {
    if (typeof value !== 'string') return { problem: 'must be text' }
    if (/^data:/i.test(value)) {
      const read = readImageData(value, { maxBytes })
      return 'value' in read ? { value: read.value.text } : read
    }
    const url = parseCallerUrl(value, { allowHttp: mode === 'sandbox' })
    return url ? { value: url } : { problem: 'must be an https URL or a data URI' }
  }
}
