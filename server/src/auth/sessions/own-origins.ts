import type { Config } from '../../platform/config/config.js'

/** Returns the origins of our own pages. */
export function ownOrigins({ baseUrl, payUrl }: Pick<Config, 'baseUrl' | 'payUrl'>): string[] {
  return [baseUrl, payUrl].map((url) => new URL(url).origin)
}
