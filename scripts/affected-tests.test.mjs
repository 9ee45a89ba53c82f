import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { findAffectedTests, listAffectedTests } from './affected-tests.mjs'

const texts = new Map([
  ['server/src/lib/money.ts', ''],
  ['server/src/features/orders/price.ts', `import { add } from '../../lib/money.js'`],
  ['server/src/features/orders/price.test.ts', `import { price } from './price.js'`],
  ['server/src/features/shop/routes.test.ts', ''],
  [
    'server/src/features/orders/routes.ts',
    `import { price } from './price.js'\napp.post('/api/orders/:id', {})`,
  ],
  ['server/src/features.ts', `import { orders } from './features/orders/routes.js'`],
  ['server/test/harness.ts', `import { features } from '../src/features.js'`],
  ['server/src/features/rates/rates.test.ts', `import '../../../test/harness.js'`],
  [
    'server/src/features/portal/portal.test.ts',
    `import '../../../test/harness.js'\ninject('/api/orders/o-1')`,
  ],
  ['server/test/kill-worker.ts', `import { price } from '../src/features/orders/price.js'`],
  ['server/test/kill.ts', `fork('server/test/kill-worker.ts')`],
  ['server/test/kill.test.ts', `import { kill } from './kill.js'`],
  ['server/test/data-page.test.ts', `read('../../docs/data.md')`],
  ['e2e/helpers/pages.ts', `readdirSync(join(root, 'docs'))`],
  ['e2e/docs.test.ts', `import { listPages } from './helpers/pages.js'`],
  ['e2e/portal/pay.test.ts', ''],
  ['e2e/console/home.test.ts', ''],
  ['web/src/ui/button.tsx', ''],
  ['web/src/ui/button.test.tsx', `import { Button } from './button.js'`],
  ['contracts/test/split.test.ts', ''],
  ['sdk/src/client.test.ts', ''],
])
const affectedBy = (...changed) => listAffectedTests({ texts, changed })
const pages = ['e2e/portal/pay.test.ts', 'e2e/console/home.test.ts']
const e2e = ['e2e/docs.test.ts', ...pages]

describe('listAffectedTests', () => {
  test('default', () => {
    expect(affectedBy()).toEqual([])
  })

  test('behavior: a test runs when it changes itself', () => {
    const path = 'server/src/features/shop/routes.test.ts'
    expect(affectedBy(path)).toEqual([path])
  })

  test('behavior: includes tests of importers, of their routes and programs, and of the service', () => {
    expect(affectedBy('server/src/features/orders/price.ts')).toEqual([
      'server/src/features/orders/price.test.ts',
      'server/src/features/portal/portal.test.ts',
      'server/test/kill.test.ts',
      'server/test/data-page.test.ts',
      ...e2e,
    ])
  })

  test('behavior: a layer below the features affects every test of the app', () => {
    const tests = affectedBy('server/src/lib/money.ts')
    expect(tests).toContain('server/src/features/rates/rates.test.ts')
  })

  test('behavior: a page affects the tests that read it or list its folder', () => {
    expect(affectedBy('docs/data.md')).toEqual(['server/test/data-page.test.ts', e2e[0]])
    expect(affectedBy('docs/refunds.md')).toEqual([e2e[0]])
  })

  test('behavior: a migration affects everything that uses the database', () => {
    expect(affectedBy('server/migrations/0002-x.sql')).toEqual([
      'server/src/features/orders/price.test.ts',
      'server/src/features/shop/routes.test.ts',
      'server/src/features/rates/rates.test.ts',
      'server/src/features/portal/portal.test.ts',
      'server/test/kill.test.ts',
      'server/test/data-page.test.ts',
      ...e2e,
    ])
  })

  test('behavior: a page component affects its test and the tests in a browser', () => {
    expect(affectedBy('web/src/ui/button.tsx')).toEqual([...e2e, 'web/src/ui/button.test.tsx'])
  })

  test('behavior: a contract affects its tests and those on a chain, not the SDK or pages', () => {
    const tests = affectedBy('contracts/src/split.sol')
    expect(tests).toContain('contracts/test/split.test.ts')
    expect(tests).toContain('server/test/kill.test.ts')
    for (const path of ['sdk/src/client.test.ts', ...pages]) expect(tests).not.toContain(path)
  })

  test('behavior: a change of the packages affects everything', () => {
    expect(affectedBy('package-lock.json')).toHaveLength(12)
  })
})

test('findAffectedTests reads the changes of this repository', () => {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const { changed, tests } = findAffectedTests({ root, since: 'HEAD' })
  const changedTests = changed.filter(
    (path) => path.startsWith('scripts/') && path.endsWith('.test.mjs'),
  )
  expect(tests).toEqual(expect.arrayContaining(changedTests))
})
