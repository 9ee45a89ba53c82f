import type { Config } from '../config/config.js'
import { type Finding, good, skipped, warning } from './finding.js'
import type { Section } from './section.js'

const responseWithinMs = 3_000

/** Checks how the service is reached: its public URL, its proxies, and its alerts. */
export const serviceSection: Section = {
  title: 'Service',
  async check({ config, fetch }) {
    return [
      describeBaseUrl(config.baseUrl, await readHealth(config.baseUrl, fetch)),
      describeProxies(config),
      describeAlerts(config),
    ]
  },
}

/** The response to `/healthz`, or null when there was none. */
type Health = { status: number; isOurs: boolean } | null

/** Contacts only the configured URL. Redirects are not followed. */
async function readHealth(baseUrl: string, send: typeof fetch): Promise<Health> {
  try {
    const signal = AbortSignal.timeout(responseWithinMs)
    const response = await send(`${baseUrl}/healthz`, { signal, redirect: 'manual' })
    const body = (await response.json().catch(() => null)) as { status?: unknown } | null
    const isOurs = body?.status === 'ok' || body?.status === 'degraded'
    return { status: response.status, isOurs }
  } catch {
    return null
  }
}

export function describeBaseUrl(baseUrl: string, health: Health): Finding {
  if (health === null) {
    return skipped(`${baseUrl}/healthz does not respond, which is normal before the first start.`)
  }
  if (health.status === 200 && health.isOurs) return good(`${baseUrl}/healthz responds.`)
  return warning(
    `${baseUrl}/healthz responds with status ${health.status}, not like this service.`,
    'Check BASE_URL, and that the proxy forwards to HOST and PORT.',
  )
}

export function describeProxies(config: Pick<Config, 'mode' | 'host' | 'trustedProxies'>): Finding {
  const { mode, host, trustedProxies } = config
  if (trustedProxies.length > 0) {
    return good(`Forwarded addresses are trusted from: ${trustedProxies.join(', ')}.`)
  }
  if (mode === 'sandbox') return good('No proxy is trusted.')
  const shared = 'all visitors share the limits of one address'
  if (isLoopback(host)) {
    return warning(
      `No proxy is trusted, but only a proxy on this machine reaches HOST ${host}: ${shared}.`,
      `Set TRUSTED_PROXIES=${host}.`,
    )
  }
  return warning(
    `No proxy is trusted: behind a proxy, ${shared}.`,
    "Set TRUSTED_PROXIES to the proxy's address, unless visitors connect directly.",
  )
}

function isLoopback(host: string): boolean {
  return host === '::1' || host.startsWith('127.')
}

export function describeAlerts(config: Pick<Config, 'mode' | 'alertWebhookUrl'>): Finding {
  const { mode, alertWebhookUrl } = config
  if (alertWebhookUrl !== undefined) return good('Alerts are posted to ALERT_WEBHOOK_URL.')
  if (mode === 'sandbox') return good('Alerts are only logged.')
  return warning(
    'ALERT_WEBHOOK_URL is not set: alerts appear only in the log and the metrics.',
    'Set it and ALERT_WEBHOOK_SECRET, or watch the metric tallystick_alert.',
  )
}
