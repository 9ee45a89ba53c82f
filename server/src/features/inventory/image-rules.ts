import { listOf } from '../../lib/fields/field-rules.js'
import type { Rule } from '../../lib/fields/read-fields.js'
import { readImageData } from '../../lib/image-data.js'
import { parseCallerUrl } from '../../lib/urls.js'
import type { Config } from '../../platform/config/config.js'

const maxImages = 8
/** Of one image. Pictures this size fill a phone's screen; larger ones belong behind an address. */
const maxBytes = 131_072
/** Of all images of an item as they stand in an answer, so that a page of items stays a page. */
const maxLength = 196_608

/** Images: addresses, or small pictures as data URIs, whose content is what they say. */
export function imageRules(mode: Config['mode']): Rule<string[]> {
  const readList = listOf(imageRule(mode), { max: maxImages, keyOf: (image) => image })

  return (value) => {
    const read = readList(value)
    return 'value' in read && imageBytes(read.value) > maxLength
      ? { problem: `must have at most ${maxLength} characters in all; use addresses instead` }
      : read
  }
}

/** How much room images take in an answer. */
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
    return url ? { value: url } : { problem: 'must be an https address or a data URI' }
  }
}
