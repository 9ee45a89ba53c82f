import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { listSlowFiles, listTests, pathInProject } from './slow-files.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

describe('listSlowFiles', () => {
  test('default: finds files with slow tests only, and files with some', () => {
    const { whole, some } = listSlowFiles(root)
    expect(whole).toContain('e2e/console/tasks.test.ts')
    expect(some).toContain('server/src/features/keys/routes.test.ts')
    expect(some.filter((path) => whole.includes(path))).toEqual([])
  })

  test('behavior: leaving out a file leaves out no file of another workspace', () => {
    const { whole } = listSlowFiles(root)
    const leftOut = new Set(whole.map(pathInProject))
    const hidden = listTests(root).filter((path) => leftOut.has(pathInProject(path)))
    expect(hidden.toSorted()).toEqual(whole.toSorted())
  })
})
