// Types and helpers to declare a screen in pages.ts, and the lookup from path to page. Components load lazily.
import type { ComponentType } from 'react'
import { type Access, can } from '#contract/access.ts'

type AnyComponent = ComponentType<Record<string, unknown>>

type PageOptions = {
  /** Opens without signing in (spec §2). */
  public?: boolean
  /** Path of the menu page whose permission covers this one, where it has no menu row of its own. */
  parent?: string
  /** A right required in addition to the menu row. */
  access?: Access
  /** What its 新增 adds, by the right `add` of its menu row: the menu search offers it. */
  adds?: string
  /** Other usual names, by which the menu search finds it too. */
  others?: readonly string[]
  /** Opens without a tab. */
  noTab?: boolean
  /** Query parameter that identifies the record: one tab for each value. Without it one tab is reused. */
  perRecord?: string
  /** Opens without that parameter too, for a new record. */
  mayBeNew?: boolean
  /** Stays mounted while another page is in front, so input survives. A page with a menu row uses its `isCached`. */
  kept?: boolean
  /** A separate HTML page: opening it leaves the console. */
  isOwnEntry?: boolean
} & TwoLevel

/**
 * Grant-change, log, detail, article and price editing pages (spec §4): with page-open method 1 they open inside the
 * current tab. `back` is the target of 返回 (spec §2). scripts/two-level.test.ts has the list.
 */
type TwoLevel = { twoLevel: true; back: string } | { twoLevel?: never; back?: never }

export type PageEntry = PageOptions & {
  title: string
  load: () => Promise<{ default: AnyComponent }>
  props?: Record<string, unknown>
}

export type Pages = Readonly<Record<string, PageEntry>>

/** `props` are type-checked against the component. */
export function page<P extends object>(
  title: string,
  load: () => Promise<{ default: ComponentType<P> }>,
  ...[options]: object extends P ? [options?: PageOptions & { props?: P }] : [options: PageOptions & { props: P }]
): PageEntry {
  return { title, ...options, load } as unknown as PageEntry
}

/** Options of the form pages that add to the list at `parent` and edit its rows. */
export const addForm = (parent: string, menu: string) => ({
  parent,
  access: can(menu, 'add'),
  kept: true,
  props: { edit: false },
})
export const editForm = (parent: string, menu: string) => ({
  parent,
  access: can(menu, 'edit'),
  kept: true,
  perRecord: 'id',
  props: { edit: true },
})

/** The path without a trailing slash or `/index`: both forms are the same page (spec §2). */
export function pathOf(pathname: string): string {
  const path = pathname.replace(/\/+$/, '').replace(/\/index$/, '')
  return path === '' ? '/' : path
}

/** Whether the address does not say which record the page is of. */
export const lacksRecord = ({ perRecord, mayBeNew = false }: PageEntry, search: string): boolean =>
  perRecord !== undefined && !mayBeNew && !new URLSearchParams(search).get(perRecord)

export type FoundPage = { pattern: string; entry: PageEntry }

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/')
  const parts = path.split('/')
  if (wanted.at(-1) === '*')
    return parts.length >= wanted.length && wanted.slice(0, -1).every((part, at) => fits(part, parts[at]))
  return wanted.length === parts.length && wanted.every((part, at) => fits(part, parts[at]))
}

const fits = (part: string, actual: string | undefined) => part === actual || (part.startsWith(':') && Boolean(actual))

/** The page of a path; literal patterns win over those with parameters. */
export function findPage(pages: Pages, pathname: string): FoundPage | null {
  const path = pathOf(pathname)
  const literal = Object.hasOwn(pages, path) ? pages[path] : undefined
  if (literal) return { pattern: path, entry: literal }
  const found = Object.entries(pages).find(([pattern]) => /[:*]/.test(pattern) && matches(pattern, path))
  return found ? { pattern: found[0], entry: found[1] } : null
}
