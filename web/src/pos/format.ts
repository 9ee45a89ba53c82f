import { createFormats } from '../core/format/formats.js'

/** The formats of the point of sale. Importing a language would load every text of the payment page. */
export const format = createFormats('en')
