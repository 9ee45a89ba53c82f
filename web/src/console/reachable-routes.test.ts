import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { screens } from './screens.js'

type Operation = { security?: Record<string, unknown>[] }

const source = new URL('../', import.meta.url).pathname
const openapi = new URL('../../../server/openapi.json', import.meta.url)
const { paths } = JSON.parse(readFileSync(openapi, 'utf8')) as {
  paths: Record<string, Record<string, Operation>>
}

/** Calls that are not written as `call('verb', 'path')` or `file('verb', 'path')`, with the file that makes them. */
const otherCalls: Readonly<Record<string, string>> = {
  'post /api/auth/step-up': 'console/session/prove-identity.ts',
  'get /api/events/stream': 'console/live/open-stream.ts',
  'post /api/inventory/import': 'console/catalog/import/run-import.ts',
  'post /api/jobs/import': 'console/catalog/import/run-import.ts',
  'post /api/media': 'console/catalog/item/pictures-field.tsx',
  'post /api/invitations/link/accept': 'join/use-join.ts',
  'post /api/graphql': 'graphql/main.tsx',
  'get /api/day-closes': 'pos/day/day-screen.tsx',
  'post /api/day-closes': 'pos/day/close-dialog.tsx',
}

/** Routes of sessions that no screen calls, with the reason. */
const apiOnly: Readonly<Record<string, string>> = {
  'get /api/admin/transactions/{id}': 'The list has the newest attempt of each transaction.',
  'get /api/admin/volume': 'The report across merchants has the same sums by merchant.',
  'post /api/auth/step-up/options': 'Passkeys confirm with the options of the sign-in.',
  'get /api/chain': 'Operators see nodes and alerts; a shop needs neither.',
  'get /api/chain/transactions': 'Operators see the transactions of all merchants.',
  'get /api/graphql': 'For programs. The GraphQL page sends its queries with POST.',
  'post /api/keys/claim': 'The owner of a free key claims its merchant with that key.',
  'get /api/ledger/trial-balance': 'For accountants’ programs; settlement reports have the sums.',
  'post /api/orders': 'Shops and programs order; people sell with a new payment.',
  'post /api/orders/quote': 'Shops and programs order; people sell with a new payment.',
  'post /api/receipts': 'For programs with ids of their own; people make a new payment.',
  'post /api/pricing/config': 'The settings of the shop have the same fields.',
  'get /api/receipts/status': 'A receipt on the screen has its status.',
  'get /api/registers/{id}': 'The list of registers has all their fields.',
  'post /api/reserve/recommend':
    'Programs store notes of their own there; targets follow from sales.',
  'get /api/split/transactions': 'Receipts and payouts list the same payments.',
  'post /api/split/withdraw': 'Removed: recipients are paid on chain.',
  'get /api/subscriptions/payout': 'Moving subscriptions needs a message of the chain to sign.',
  'post /api/subscriptions/payout': 'Moving subscriptions needs a message of the chain to sign.',
  'get /api/users/live': 'Profiles of people belong to programs of communities.',
  'get /api/users/me': 'Profiles of people belong to programs of communities.',
  'put /api/users/me': 'Profiles of people belong to programs of communities.',
  'delete /api/users/me': 'Profiles of people belong to programs of communities.',
  'get /api/users/me/avatar': 'Profiles of people belong to programs of communities.',
  'put /api/users/me/avatar': 'Profiles of people belong to programs of communities.',
  'delete /api/users/me/avatar': 'Profiles of people belong to programs of communities.',
  'get /api/users/me/export': 'Profiles of people belong to programs of communities.',
  'get /api/users/me/following': 'Profiles of people belong to programs of communities.',
  'post /api/users/me/heartbeat': 'Profiles of people belong to programs of communities.',
  'get /api/users/search': 'Profiles of people belong to programs of communities.',
  'put /api/users/{handle}/follow': 'Profiles of people belong to programs of communities.',
  'delete /api/users/{handle}/follow': 'Profiles of people belong to programs of communities.',
}

const typedCall = /\b(?:call|file)\(\s*'(get|post|put|patch|delete)',\s*'(\/[^']+)'/g
const typedRead =
  /\b(?:useLoad|usePages|useReports?|useRecent|addressOf)(?:<[^>(]*>)?\(\s*'(\/[^']+)'/g
const imported = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g

/** Returns the source files that the screens import, now or on demand. */
function filesOfScreens(): Map<string, string> {
  const files = new Map<string, string>()
  const add = (path: string) => {
    if (files.has(path)) return
    const text = readFileSync(path, 'utf8')
    files.set(path, text)
    for (const [, name = ''] of text.matchAll(imported)) {
      const found = ['.ts', '.tsx']
        .map((ending) => join(dirname(path), name.replace(/\.js$/, ending)))
        .find((candidate) => existsSync(candidate))
      if (found) add(found)
    }
  }
  add(join(source, 'console/main.tsx'))
  return files
}

function listCalls(files: ReadonlyMap<string, string>): Set<string> {
  const calls = new Set<string>()
  for (const text of files.values()) {
    for (const [, verb, path] of text.matchAll(typedCall)) calls.add(`${verb} ${path}`)
    for (const [, path] of text.matchAll(typedRead)) calls.add(`get ${path}`)
  }
  return calls
}

const files = filesOfScreens()
const calls = new Set([...listCalls(files), ...Object.keys(otherCalls)])
const sessionRoutes = Object.entries(paths).flatMap(([path, operations]) =>
  Object.entries(operations)
    .filter(([, { security = [] }]) => security.some((scheme) => 'session' in scheme))
    .map(([verb]) => `${verb} ${path}`),
)

describe('routes that sessions may call', () => {
  test('default: each is called by a screen, or is for programs only', () => {
    expect(sessionRoutes.length).toBeGreaterThan(150)
    const unreachable = sessionRoutes.filter((route) => !calls.has(route) && !apiOnly[route])
    expect(unreachable).toEqual([])
  })

  test('behavior: the list of routes for programs has no route that is gone or called', () => {
    const stale = Object.keys(apiOnly).filter(
      (route) => !sessionRoutes.includes(route) || calls.has(route),
    )
    expect(stale).toEqual([])
  })

  test.each(Object.entries(otherCalls))('behavior: %s is called in %s', (route, file) => {
    const [, path = ''] = route.split(' ')
    expect(readFileSync(join(source, file), 'utf8')).toContain(path)
    expect(sessionRoutes).toContain(route)
  })

  test('behavior: every screen is among the files', () => {
    const found = [...files.keys()].filter((path) => path.endsWith('-screen.tsx'))
    expect(found.length).toBeGreaterThanOrEqual(screens.length)
  })
})
