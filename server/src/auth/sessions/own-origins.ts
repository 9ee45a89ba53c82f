import type { Config } from '../../platform/config/config.js'

/** Where our own pages are served from. */
export function ownOrigins({ baseUrl, payUrl }: Pick<Config, 'baseUrl' | 'payUrl'>): string[] {
  return [baseUrl, payUrl].map((url) => new URL(url).origin)
}
