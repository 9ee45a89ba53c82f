import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectDir } from './tallystick.js'

/** A fenced block of a page. `marks` follow the language, as in "json output". */
export type CodeBlock = { page: string; language: string; marks: string[]; code: string }

/** Lists the pages that merchants and operators read. */
export function listPages(): string[] {
  const docs = readdirSync(join(projectDir, 'docs')).filter((name) => name.endsWith('.md'))
  return ['README.md', ...docs.map((name) => `docs/${name}`)]
}

/** Returns the blocks of a page, without the indentation of a list. */
export function readBlocks(page: string): CodeBlock[] {
  const text = readFileSync(join(projectDir, page), 'utf8')
  const found = text.matchAll(/^( *)```(.*)\n([\s\S]*?)^ *```$/gm)
  return [...found].map(([, indent = '', info = '', code = '']) => {
    const [language = '', ...marks] = info.trim().split(' ')
    return { page, language, marks, code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), '') }
  })
}
