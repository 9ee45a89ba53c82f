import type {
  FastifyInstance,
  HookHandlerDoneFunction,
  onRequestHookHandler,
  preValidationHookHandler,
} from 'fastify'
import type { Context } from '../platform/context.js'
import type { Access } from './access.js'
import { chooseMerchant } from './choose-merchant.js'
import type { Guard } from './guards.js'
import { createIdentify, type Identify } from './identify.js'
import type { Right } from './roles.js'
import { createSpend, overBudget, type Spend, showBudget } from './spend.js'

/**
 * Makes every route added from here on state its guard, and enforces it: who is calling and whether they
 * may, then how often, both before the body is read. Only which merchant somebody signed in acts for can
 * stand in the body; that is asked before the body is checked.
 */
export function enforceGuards(server: FastifyInstance, ctx: Context, access: Access): void {
  server.decorateRequest('caller', null)
  server.addHook('onClose', () => access.limiter.close())

  server.addHook('onRoute', (route) => {
    const guard = route.config?.guard
    if (!guard) throw new Error(`${route.method} ${route.url} states no guard`)
    if (isOpen(guard)) return

    const isWrite = [route.method].flat().some((method) => method !== 'GET' && method !== 'HEAD')
    const identify = createIdentify(guard, { access, config: ctx.config, isWrite })
    const spend = createSpend(guard, { access, config: ctx.config })
    route.onRequest = [...[route.onRequest ?? []].flat(), admit(identify, spend)]

    const session = guard.find((admission) => admission.kind === 'session')
    route.preValidation = [
      ...(isWrite ? [lookAgain(identify)] : []),
      ...(session?.may ? [actFor(session.may)] : []),
      ...[route.preValidation ?? []].flat(),
    ]
  })
}

const bodyWithinMs = 100

/** Who takes long to send the body may have lost the right to meanwhile. */
function lookAgain(identify: Identify): preValidationHookHandler {
  return (request, _reply, done) => {
    if (performance.now() - request.startedAt < bodyWithinMs) {
      done()
      return
    }
    settle(
      () => identify(request),
      done,
      (caller) => {
        request.caller = caller
        done()
      },
    )
  }
}

/** Whether nothing has to be found out: everybody may call this, as often and from where they like. */
function isOpen(guard: Guard): boolean {
  const isFree = guard.some(
    (admission) => admission.kind === 'public' && !admission.limit && !admission.fromOwnPages,
  )
  const identified: readonly string[] = ['developer', 'session', 'portal', 'buyer']
  return isFree && !guard.some(({ kind }) => identified.includes(kind))
}

function admit(identify: Identify, spend: Spend): onRequestHookHandler {
  return (request, reply, done) => {
    settle(
      () => identify(request),
      done,
      (caller) => {
        request.caller = caller
        settle(
          () => spend(request, caller),
          done,
          (budget) => {
            if (budget) showBudget(reply, budget)
            if (budget?.isOver) done(overBudget(reply, budget))
            else done()
          },
        )
      },
    )
  }
}

function actFor(right: Right): preValidationHookHandler {
  return (request, _reply, done) => {
    try {
      const { caller } = request
      if (caller?.kind === 'person') request.caller = chooseMerchant(caller, { right, request })
    } catch (error) {
      done(error as Error)
      return
    }
    done()
  }
}

/** Goes on with what `ask` answers, now or later; what it throws ends the request. */
function settle<Value>(
  ask: () => Value | Promise<Value>,
  done: HookHandlerDoneFunction,
  next: (value: Value) => void,
): void {
  let answer: Value | Promise<Value>
  try {
    answer = ask()
  } catch (error) {
    done(error as Error)
    return
  }
  if (answer instanceof Promise) answer.then(next, done)
  else next(answer)
}
