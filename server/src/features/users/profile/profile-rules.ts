import { displayText, flag } from '../../../lib/fields/field-rules.js'
import { handle } from './handle.js'

/** The fields of a profile that its owner writes. */
export const profileRules = {
  displayName: displayText({ maxLength: 50, isRequired: true }),
  handle,
  bio: displayText({ maxLength: 160, allowLineBreaks: true }),
  isPublic: flag,
} as const
