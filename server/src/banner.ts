import type { Service } from './start-service.js'

/** Formats the text printed after a start in sandbox mode. */
export function banner({ ctx, demo, metricsPort, isEmbedded }: Service): string {
  const { config } = ctx
  const lines: [string, string][] = [
    ['Service', config.baseUrl],
    ['API reference', `${config.baseUrl}/openapi.json`],
    ['Demo key', demo?.apiKey ?? 'none'],
    ['Metrics', metricsPort === null ? 'not served' : `http://127.0.0.1:${metricsPort}/metrics`],
    ['Chain', chainOf(ctx)],
    ['Database', isEmbedded ? `embedded PostgreSQL in ${config.dataDir}` : 'DATABASE_URL'],
  ]
  const width = Math.max(...lines.map(([label]) => label.length))
  const rows = lines.map(([label, value]) => `  ${label.padEnd(width)}  ${value}`)

  return `
  Tallystick is running in sandbox mode, with test money.

${rows.join('\n')}

  Try it:  curl ${config.baseUrl}/api/status/ping -H "x-api-key: ${demo?.apiKey ?? ''}"
  Stop it: Ctrl-C

`
}

function chainOf({ config, sandbox }: Service['ctx']): string {
  const url = config.chainRpcUrl?.[0]
  if (url === undefined) return 'none, so payments do not settle'
  return sandbox?.anvilUrl ? `${url} (chain id ${config.chainId})` : 'CHAIN_RPC_URL'
}
