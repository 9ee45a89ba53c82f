import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectDir } from './tallystick.js'

/** A fenced block of a page. `marks` follow the language, as in "json output". */
export type CodeBlock = {
  page: string
  language: string
  marks: string[]
  code: string
  /** The name under which the text before the block tells the reader to save it. */
  file: string | null
}

/** Lists the pages that merchants and operators read. */
export function listPages(): string[] {
  const docs = readdirSync(join(projectDir, 'docs')).filter((name) => name.endsWith('.md'))
  return ['README.md', 'sdk/README.md', ...docs.map((name) => `docs/${name}`)]
}

/** Returns the blocks of a page, without the indentation of a list. */
export function readBlocks(page: string): CodeBlock[] {
  const text = readFileSync(join(projectDir, page), 'utf8')
  const matches = text.matchAll(/^( *)```(.*)\n([\s\S]*?)^ *```$/gm)
  let end = 0
  return [...matches].map(({ index, 0: block, 1: indent = '', 2: info = '', 3: code = '' }) => {
    const [language = '', ...marks] = info.trim().split(' ')
    const file = /Save this as `([\w-]+\.mjs)`/.exec(text.slice(end, index))?.[1] ?? null
    end = index + block.length
    const unindented = code.replaceAll(new RegExp(`^${indent}`, 'gm'), '')
    return { page, language, marks, code: unindented, file }
  })
}

/** Returns whether the reader saves the block in a file. */
export function isProgram({ language }: CodeBlock): boolean {
  return language === 'js' || language === 'ts'
}

/** Returns whether a test must run the block. Output and diagrams only show something. */
export function isRunnable({ language, marks }: CodeBlock): boolean {
  return language !== 'mermaid' && !marks.includes('output')
}

/**
 * Returns the code of a page by the names that a test gives its blocks, in their order. Throws when
 * the page has another number of blocks, so that a new block does not stay without a test.
 */
export function nameBlocks<const Names extends readonly string[]>(
  page: string,
  names: Names,
): Record<Names[number], string> {
  const blocks = readBlocks(page).filter(isRunnable)
  if (blocks.length !== names.length) {
    throw new Error(`${page} has ${blocks.length} blocks to run, and its test ${names.length}.`)
  }
  const named = names.map((name, index) => [name, blocks[index]?.code ?? ''])
  return Object.fromEntries(named)
}
