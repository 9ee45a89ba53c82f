import type { UnixMs } from '../../lib/time.js'
import type { Config } from '../config/config.js'
import type { Logger } from '../log.js'
import type { Metrics } from '../metrics.js'
import { type AlertName, alertNames } from './alert-names.js'
import { type AlertPoster, createAlertPoster } from './alert-poster.js'

type Alert = {
  name: AlertName
  /** Distinguishes incidents of one name, e.g. by job. */
  key?: string
  message: string
  /** Details for the log line and the post. `err` is the cause. */
  [field: string]: unknown
}

type Incident = { name: AlertName; key: string | null; message: string; since: UnixMs }

/**
 * An incident lasts from the first `raise` to `resolve`, or to the end of the process. It produces
 * one log line at `error`, one metric and, with `ALERT_WEBHOOK_URL`, one post, and again for each
 * `update`. No method throws, and only `close` waits.
 */
export type Alerts = {
  /** Begins an incident. Has no effect while it is active. */
  raise(alert: Alert): void
  /** Begins an incident, or reports a new message of the active one, which goes on. */
  update(alert: Alert): void
  /** Ends an incident, if it is active. */
  resolve(name: AlertName, key?: string): void
  /** Ends every incident of a name whose key is not listed. */
  resolveExcept(name: AlertName, keys: readonly string[]): void
  /** Lists active incidents, oldest first. */
  list(): Incident[]
  /** Waits briefly for pending posts, then drops them. */
  close(): Promise<void>
}

type AlertsOptions = {
  config: Pick<Config, 'alertWebhookUrl' | 'alertWebhookSecret' | 'serviceName'>
  metrics: Pick<Metrics, 'alert'>
  log: Logger
  now: () => UnixMs
  poster?: AlertPoster
}

/** Bounds memory when a fault affects every record. */
const maxIncidents = 1_000

/** Creates the alerts of one process, with none active. */
export function createAlerts(options: AlertsOptions): Alerts {
  const { config, metrics, log, now } = options
  const poster = options.poster ?? createAlertPoster({ config, log })
  const active = new Map<string, Incident>()
  for (const name of alertNames) metrics.alert.set({ name }, 0)

  function raise(alert: Alert): void {
    if (!active.has(idOf(alert.name, alert.key))) update(alert)
  }

  function update({ name, key, message, ...fields }: Alert): void {
    const id = idOf(name, key)
    const earlier = active.get(id)
    if (!earlier && active.size >= maxIncidents) {
      log.warn({ alert: name, key, ...fields }, 'alert dropped: too many incidents are active')
      return
    }
    const at = now()
    const incident = { name, key: key ?? null, message, since: earlier?.since ?? at }
    active.set(id, incident)
    metrics.alert.set({ name }, 1)
    log.error({ alert: name, ...(key !== undefined && { key }), ...fields }, message)
    poster.post({ ...incident, status: 'firing', details: fields, at })
  }

  function end(id: string, incident: Incident): void {
    const { name, key, since } = incident
    active.delete(id)
    const isActive = [...active.values()].some((other) => other.name === name)
    metrics.alert.set({ name }, isActive ? 1 : 0)
    log.info({ alert: name, ...(key !== null && { key }) }, 'alert resolved')
    const at = now()
    poster.post({ ...incident, status: 'resolved', details: { activeMs: at - since }, at })
  }

  return {
    raise,
    update,
    resolve(name, key) {
      const id = idOf(name, key)
      const incident = active.get(id)
      if (incident) end(id, incident)
    },
    resolveExcept(name, keys) {
      for (const [id, incident] of active) {
        const isListed = incident.key !== null && keys.includes(incident.key)
        if (incident.name === name && !isListed) end(id, incident)
      }
    },
    list: () => [...active.values()],
    close: () => poster.close(),
  }
}

function idOf(name: AlertName, key?: string): string {
  return key === undefined ? name : `${name} ${key}`
}
