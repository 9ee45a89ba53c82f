// @module-tag slow
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { projectRoot } from '../../src/platform/project-root.js'
import { applyInstruction } from './apply-instruction.js'
import { buildTests, copyTree, createTemplates, findTypeErrors } from './copied-tree.js'
import { readWalkThrough } from './read-walk-through.js'

const page = readFileSync(join(projectRoot(), 'CONTRIBUTING.md'), 'utf8')
const instructions = [
  'Your first change: a new endpoint',
  'Your second change: an endpoint that writes',
].flatMap((heading) => readWalkThrough(page, heading))

const root = copyTree()
const removeTree = () => rmSync(root, { recursive: true })
// Vitest runs no hooks of a file that throws while it loads.
const touched = await followWalkThroughs().catch((error: unknown) => {
  removeTree()
  throw error
})
afterAll(removeTree)

/** Applies every instruction, and runs the tests of the walk-throughs as tests of this file. */
async function followWalkThroughs(): Promise<string[]> {
  const paths = instructions.flatMap((instruction) => {
    if (instruction.kind === 'test') return []
    applyInstruction(root, instruction)
    return [instruction.path]
  })
  await createTemplates(root)
  for (const file of await buildTests(root, paths)) await import(pathToFileURL(file).href)
  return paths
}

describe('walk-throughs of CONTRIBUTING.md', () => {
  test('behavior: the files they name have no type errors', {
    tags: 'slow',
    timeout: 240_000,
  }, () => {
    expect(findTypeErrors(root, touched)).toEqual([])
  })

  test('behavior: the tests they run exist', () => {
    const files = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
    const tests = files.filter((path) => path.endsWith('.test.ts'))
    const filters = instructions.flatMap((instruction) =>
      instruction.kind === 'test' ? instruction.filters : [],
    )
    expect(filters.length).toBeGreaterThan(2)
    expect(filters.filter((filter) => !tests.some((path) => path.includes(filter)))).toEqual([])
  })
})
