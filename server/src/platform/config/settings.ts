import type { LimitSettings } from '../limits/limit-settings.js'
import { accessSettings } from './access-settings.js'
import { chainSettings } from './chain-settings.js'
import { featureSettings } from './feature-settings.js'
import { mediaSettings } from './media-settings.js'
import type { Parser } from './parsers.js'
import { serviceSettings } from './service-settings.js'

/** Every variable, in the order of `.env.example`. `live-rules.ts` requires more in live mode. */
export const settings = {
  ...serviceSettings,
  ...chainSettings,
  ...accessSettings,
  ...featureSettings,
  ...mediaSettings,
}

type Table = typeof settings
type ValueOf<Entry> = Entry extends { parse: Parser<infer Value> }
  ? Entry extends { fallback: string }
    ? Value
    : Value | undefined
  : never

/** The environment, validated and typed. Absent settings without a default are `undefined`. */
export type Settings = { readonly [Field in keyof Table]: ValueOf<Table[Field]> } & {
  /** The content of `limitsFile`, or the defaults without one. */
  readonly limitSettings: LimitSettings
}
