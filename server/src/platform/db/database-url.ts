/** Which of several servers a connection needs. */
export type ServerKind = 'any' | 'read-write' | 'standby'

/** The servers of a URL, each as a URL of its own. */
export type DatabaseServers = { urls: string[]; kind: ServerKind }

const kinds: readonly string[] = ['any', 'read-write', 'standby'] satisfies ServerKind[]

/** The authority ends before the path, and its last `@` ends the credentials. */
const urlPattern = /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#]*)(\/[^?#]*)?(\?[^#]*)?$/

/**
 * Reads a URL in the format of libpq, which may name several hosts and `target_session_attrs`. The
 * driver accepts one host.
 *
 * @throws {RangeError} with the rest of a sentence that states the problem.
 */
export function readDatabaseServers(url: string): DatabaseServers {
  const match = urlPattern.exec(url)
  if (!match) throw new RangeError('must be a URL that starts with postgres:// or postgresql://')
  const [, scheme = '', credentials = '', hosts = '', path = '', search = ''] = match

  const options = new URLSearchParams(search)
  const kind = options.get('target_session_attrs') ?? 'any'
  if (!isServerKind(kind)) {
    throw new RangeError(`has an unknown target_session_attrs; use one of ${kinds.join(', ')}`)
  }
  // Text that has no such option stays as it is, because a password may be written in several ways.
  const rest = options.has('target_session_attrs') ? withoutKind(options) : search
  const urls = hosts.split(',').map((host) => `${scheme}${credentials}${host}${path}${rest}`)
  if (urls.length > 1 && hosts.split(',').some((host) => host === '')) {
    throw new RangeError('has an empty host in its list of hosts')
  }
  return { urls, kind }
}

function isServerKind(text: string): text is ServerKind {
  return kinds.includes(text)
}

function withoutKind(options: URLSearchParams): string {
  options.delete('target_session_attrs')
  return options.size === 0 ? '' : `?${options}`
}
