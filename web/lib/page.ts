// How a screen is declared in pages.ts, and how a path finds its page. No component is loaded before it is opened.
import type { ComponentType } from 'react'
import { type Access, can } from '../../contract/access.ts'

type AnyComponent = ComponentType<Record<string, unknown>>

type PageOptions = {
  /** Opens without signing in (spec §2). */
  public?: boolean
  /** Path of the menu page whose permission covers this one, where it has no menu row of its own. */
  parent?: string
  /** A right that is needed besides. */
  access?: Access
  /** Opens without a tab. */
  noTab?: boolean
  /** Name of the query value that tells records apart: each has a tab of its own. Without it one tab is reused. */
  perRecord?: string
  /** Kept while another page is in front, so that input survives; a page with a menu row follows its `isCached`. */
  kept?: boolean
  /** An HTML page of its own; the workbench leaves to it. */
  isOwnEntry?: boolean
} & TwoLevel

/**
 * The grant-change, log and detail pages and the article and price editing pages of spec §4: with page-open method 1 they
 * open inside the current tab. `back` is where their 返回 leads (spec §2). scripts/two-level.test.ts holds the list.
 */
type TwoLevel = { twoLevel: true; back: string } | { twoLevel?: never; back?: never }

export type PageEntry = PageOptions & {
  title: string
  load: () => Promise<{ default: AnyComponent }>
  props?: Record<string, unknown>
}

export type Pages = Readonly<Record<string, PageEntry>>

/** `props` are checked against the component's own. */
export function page<P extends object>(
  title: string,
  load: () => Promise<{ default: ComponentType<P> }>,
  ...[options]: object extends P ? [options?: PageOptions & { props?: P }] : [options: PageOptions & { props: P }]
): PageEntry {
  return { title, ...options, load } as unknown as PageEntry
}

/** Options of the form page that adds to the list at `parent`, and of the one that edits its rows. */
export const addForm = (parent: string, menu: string) => ({
  parent,
  access: can(menu, 'add'),
  kept: true,
  props: { edit: false },
})
export const editForm = (parent: string, menu: string) => ({
  ...{ parent, access: can(menu, 'edit'), kept: true, perRecord: 'id' },
  props: { edit: true },
})

/** The path without a trailing slash or `/index`: both spellings are one page (spec §2). */
export function pathOf(pathname: string): string {
  const path = pathname.replace(/\/+$/, '').replace(/\/index$/, '')
  return path === '' ? '/' : path
}

export type FoundPage = { pattern: string; entry: PageEntry }

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/')
  const parts = path.split('/')
  if (wanted.at(-1) === '*')
    return parts.length >= wanted.length && wanted.slice(0, -1).every((part, at) => fits(part, parts[at]))
  return wanted.length === parts.length && wanted.every((part, at) => fits(part, parts[at]))
}

const fits = (part: string, actual: string | undefined) => part === actual || (part.startsWith(':') && Boolean(actual))

/** The page of a path: a literal one before one with parameters. */
export function findPage(pages: Pages, pathname: string): FoundPage | null {
  const path = pathOf(pathname)
  const literal = Object.hasOwn(pages, path) ? pages[path] : undefined
  if (literal) return { pattern: path, entry: literal }
  const found = Object.entries(pages).find(([pattern]) => /[:*]/.test(pattern) && matches(pattern, path))
  return found ? { pattern: found[0], entry: found[1] } : null
}
