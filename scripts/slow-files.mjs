import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Lists the test files with slow tests: those in which every test is slow, and the others. A copy
 * without history has none; tests are then left out one by one.
 *
 * @param {string} root the folder of the project
 * @returns {{ whole: string[], some: string[] }}
 */
export function listSlowFiles(root) {
  const whole = []
  const some = []
  for (const path of listTests(root)) {
    const text = readFileSync(join(root, path), 'utf8')
    if (text.includes('// @module-tag slow')) whole.push(path)
    else if (text.includes("tags: 'slow'")) some.push(path)
  }
  return { whole, some }
}

/**
 * Returns a path as the options of Vitest expect it, from the folder of its workspace.
 *
 * @param {string} path
 */
export function pathInProject(path) {
  return path.slice(path.indexOf('/') + 1)
}

/** @param {string} root */
export function listTests(root) {
  try {
    const options = /** @type {const} */ ({ cwd: root, encoding: 'utf8', stdio: 'pipe' })
    return execFileSync('git', ['ls-files', '*.test.*'], options).split('\n').filter(Boolean)
  } catch {
    return []
  }
}
