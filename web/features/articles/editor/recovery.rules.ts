// What a person typed and never saved, from this browser and from the server, as one list.
import type { ArticleAutosaveRow } from '#contract/articles/articles.ts'
import type { Draft, DraftPlace } from '#web/kit/form/use-draft.rules.ts'

/** `draft` is empty for what an earlier release stored in this browser. */
export type Offer = {
  draft: string
  title: string
  /** Milliseconds. */
  at: number
  baseId: string | null
  local?: { place: DraftPlace; draft: Draft }
  isKept: boolean
}

type Found = {
  /** The name of the local drafts, without their keys. */
  name: string
  local: readonly { place: DraftPlace; draft: Draft }[]
  kept: readonly ArticleAutosaveRow[]
  /** Drafts that are being written, this editor's own among them. */
  open: ReadonlySet<string>
}

/** The newest first. What is in both places is one offer. */
export function offersOf({ name, local, kept, open }: Found): Offer[] {
  const offers = new Map<string, Offer>()
  for (const { draft, title, at, baseId } of kept) {
    offers.set(draft, { draft, title, at: Date.parse(at), baseId, isKept: true })
  }
  for (const each of local) {
    const draft = each.place.name.slice(name.length + 1)
    const known = offers.get(draft)
    const { title } = each.draft.changes
    offers.set(draft, {
      draft,
      title: typeof title === 'string' ? title : (known?.title ?? ''),
      at: Math.max(each.draft.savedAt, known?.at ?? 0),
      baseId: known?.baseId ?? null,
      local: each,
      isKept: known !== undefined,
    })
  }
  return [...offers.values()].filter(({ draft }) => !open.has(draft)).toSorted((a, b) => b.at - a.at)
}
