import { createFormats, type Formats } from '../format/formats.js'
import { en, type Texts } from './en.js'

/** The texts and formats of a page. */
export type Language = {
  /** BCP 47 tag. */
  locale: string
  texts: Texts
  format: Formats
}

export const english: Language = { locale: 'en', texts: en, format: createFormats('en') }
