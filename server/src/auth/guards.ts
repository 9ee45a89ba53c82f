import type {
  FastifyInstance,
  FastifyRequest,
  HookHandlerDoneFunction,
  onRequestHookHandler,
} from 'fastify'
import { AppError } from '../lib/errors.js'
import type { Context } from '../platform/context.js'
import { createFindDeveloper, type FindDeveloper } from './find-developer.js'
import type { Developer } from './key-store.js'
import type { Scope } from './scopes.js'

/** A developer key, in either key header, and as a bearer token where the interface says so. */
type DeveloperGuard = { kind: 'developer'; scope: Scope | null; acceptsBearer: boolean }

/** Who may call a route. Every route states exactly one of these. */
export type Guard = { kind: 'public' } | DeveloperGuard

declare module 'fastify' {
  interface FastifyContextConfig {
    guard?: Guard
  }
  interface FastifyRequest {
    /** Set by the developer guard, `null` on routes without it. */
    developer: Developer | null
  }
}

export const anyone: Guard = { kind: 'public' }

/** Admits holders of a developer key, with `scope` if one is named. */
export function developer(options: { scope?: Scope; acceptsBearer?: boolean } = {}): Guard {
  return {
    kind: 'developer',
    scope: options.scope ?? null,
    acceptsBearer: options.acceptsBearer ?? false,
  }
}

/** The developer a guard has let in. Calling it on a route without that guard is a bug. */
export function developerOf(request: FastifyRequest): Developer {
  if (!request.developer) throw new Error(`no developer on ${request.routeOptions.url}`)
  return request.developer
}

/** Makes every route added from here on state its guard, and enforces it before the body is read. */
export function enforceGuards(server: FastifyInstance, ctx: Context): void {
  const findDeveloper = createFindDeveloper(ctx)
  server.decorateRequest('developer', null)

  server.addHook('onRoute', (route) => {
    const guard = route.config?.guard
    if (!guard) throw new Error(`${route.method} ${route.url} states no guard`)
    if (guard.kind === 'public') return
    route.onRequest = [...[route.onRequest ?? []].flat(), guardHook(findDeveloper, guard)]
  })
}

/** With callbacks, because a remembered key needs no promise and so costs the request nothing. */
function guardHook(findDeveloper: FindDeveloper, guard: DeveloperGuard): onRequestHookHandler {
  return (request, _reply, done) => {
    const key = keyOf(request, guard.acceptsBearer)
    const found = key === null ? null : findDeveloper(key)
    if (found instanceof Promise) {
      found.then((caller) => admit(request, caller, guard, done), done)
      return
    }
    admit(request, found, guard, done)
  }
}

function admit(
  request: FastifyRequest,
  caller: Developer | null,
  { scope }: DeveloperGuard,
  done: HookHandlerDoneFunction,
): void {
  request.developer = caller
  if (caller && (scope === null || caller.scopes.includes(scope))) done()
  else done(refusal(caller, scope))
}

function refusal(caller: Developer | null, scope: Scope | null): AppError {
  if (!caller) return new AppError('unauthorized', 'Missing or invalid subscription key')
  return new AppError('forbidden', `This key lacks the scope ${scope}`, {
    fields: { requiredScope: scope },
  })
}

/** The first header that is there decides, also when another one would have been right. */
function keyOf(request: FastifyRequest, acceptsBearer: boolean): string | null {
  const { headers } = request
  const key = headers['ocp-apim-subscription-key'] ?? headers['x-api-key']
  if (key !== undefined) return typeof key === 'string' ? key : null
  if (!acceptsBearer) return null
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? null
}
