import type { Rule } from '../../lib/fields/read-fields.js'
import { parseCallerUrl } from '../../lib/urls.js'
import type { Config } from '../../platform/config/config.js'

/** Characters that end a CSS `url()` or an attribute. The URL parser encodes most of them. */
const unsafeInQuotes = /["'`()<>\\\s]/

/** Accepts an https URL, or http in a sandbox. Empty means none. */
export function linkUrl(mode: Config['mode']): Rule<string> {
  const allowHttp = mode === 'sandbox'
  const schemes = allowHttp ? 'https or http' : 'https'
  const problem = `must be an absolute ${schemes} URL of at most 2048 characters without user info, or empty`
  return (value) => {
    if (value === '') return { value }
    const href = typeof value === 'string' ? parseCallerUrl(value, { allowHttp }) : null
    return href === null ? { problem } : { value: href }
  }
}

/** Accepts the URL of an image, which must also be safe in style sheets. Empty means none. */
export function imageUrl(mode: Config['mode']): Rule<string> {
  const link = linkUrl(mode)
  return (value) => {
    const read = link(value)
    if ('problem' in read) return read
    if (unsafeInQuotes.test(read.value)) {
      return { problem: 'must be a URL without quotes or brackets, or empty' }
    }
    // Pages show the path of our own pictures. Two slashes would make it another host.
    const isMisleading = /^https?:\/\/[^/]+\/\//i.test(read.value)
    return isMisleading ? { problem: 'must be a URL whose path begins with one slash' } : read
  }
}
