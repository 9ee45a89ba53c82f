import { anyText, listOf, matching, proxies } from './parsers.js'
import { optional, setting } from './setting.js'

/** Secrets and trusted proxies. */
export const accessSettings = {
  masterKey: optional(
    'MASTER_KEY',
    anyText,
    'Hashes and encrypts developer keys, and authenticates the audit log. Keep a backup. 32 random bytes.',
  ),
  jwtSecret: optional('JWT_SECRET', anyText, 'Signs session cookies. 32 random bytes.'),
  jwtPreviousSecret: optional(
    'JWT_PREVIOUS_SECRET',
    anyText,
    'The previous JWT_SECRET. Sessions it signed stay valid. Remove it 12 hours after the change.',
  ),
  cronSecret: optional(
    'CRON_SECRET',
    anyText,
    'Authenticates the scheduler on the charge endpoints. 32 random bytes.',
  ),
  edgeSecret: optional(
    'EDGE_SECRET',
    anyText,
    'If set, every request except /healthz must carry it. Your edge proxy adds it.',
  ),
  allowedHosts: setting(
    'ALLOWED_HOSTS',
    listOf(
      matching(/^([\w-]+\.)*[\w-]+\.?$|^\[[\da-f:.]+\]$/i, 'must be a host name without port'),
    ),
    '',
    'Further host names under which programs call the service, besides those of BASE_URL and PAY_URL. Separated by commas.',
  ),
  trustedProxies: optional(
    'TRUSTED_PROXIES',
    proxies,
    'Proxies whose X-Forwarded-* headers are trusted: IP addresses or CIDR ranges, separated by commas, or none. Live mode requires it.',
  ),
}
