// Offers what the person typed earlier and never saved, in one bar: from this browser and from the server. Nothing offered is
// overwritten before the person has chosen, since each open editor writes to a draft of its own.
import { Alert, Button, Space } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ArticleCalls } from '#contract/articles/articles.ts'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import { useNoteChange } from '#web/kit/form/form-page.tsx'
import { draftsUnder, removeDraft } from '#web/kit/form/use-draft.rules.ts'
import { ownPlace } from '#web/kit/form/use-draft.ts'
import { call } from '#web/lib/call.ts'
import { formatMoment } from '#web/lib/format.ts'
import { useAct, useCall } from '#web/lib/query.ts'
import type { ArticleValues } from './article-values.ts'
import { useOpenDrafts } from './open-drafts.ts'
import { type Offer, offersOf } from './recovery.rules.ts'
import type { useAutosave } from './use-autosave.ts'

type Props = {
  calls: ArticleCalls
  /** Of the article; null for a new one. */
  id: string | null
  /** The name of its drafts in this browser, without their keys, and this editor's key. */
  name: string
  draft: string
  /** The version on the screen. */
  versionId: string | undefined
  initial: ArticleValues
  autosave: Pick<ReturnType<typeof useAutosave>, 'replace'>
  isTyped: () => boolean
  onRestore: (values: Partial<ArticleValues>) => void
}

const momentOf = (at: number) => formatMoment(new Date(at).toISOString())

export function RecoveryBar({ calls, id, name, draft, versionId, initial, autosave, isTyped, onRestore }: Props) {
  const noteChange = useNoteChange()
  /** Restored into this draft, which is not stored yet. */
  const [restored, setRestored] = useState<readonly string[]>([])
  const open = useOpenDrafts([draft, ...restored])
  const [confirm, confirmation] = useConfirm()
  const [place] = useState(() => ownPlace(name))
  const [local, setLocal] = useState(() => (place ? draftsUnder(place) : []))
  /** Drafts that the person has restored or dropped here. */
  const [settled, setSettled] = useState<ReadonlySet<string>>(() => new Set())
  /** Restored by itself after the session ended while it was being typed. */
  const [cutOff, setCutOff] = useState<number>()
  const read = useCall(
    calls.autosaves,
    { id },
    { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, call: { hideErrorMsg: true } },
  )
  const drop = useAct(calls.dropAutosave, { call: { hideErrorMsg: true } })
  // an editor that is closed has saved its draft, or left it
  const [openBefore, setOpenBefore] = useState(open)
  const readAgain = useEffectEvent(async () => {
    if (!read.isPending) await read.refetch()
    setLocal(place ? draftsUnder(place) : [])
    setOpenBefore(open)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of what is open is the trigger
  useEffect(() => void readAgain(), [open])

  const offers =
    place && !read.isPending
      ? offersOf({
          name: place.name,
          local,
          kept: read.data ?? [],
          open: new Set([...open, ...openBefore, ...settled, draft]),
        })
      : []

  const settle = (offer: Offer) => {
    setSettled((before) => new Set(before).add(offer.draft))
    // its own entry stays until the restored text is stored
    setLocal((before) => before.filter((each) => each !== offer.local))
  }
  const forgetLocal = ({ local: own }: Offer) => {
    if (own) removeDraft(own.place)
  }

  const restore = async (offer: Offer) => {
    const kept = offer.isKept ? await call(calls.autosaved, { draft: offer.draft }) : null
    settle(offer)
    if (offer.draft !== '') setRestored((before) => [...before, offer.draft])
    autosave.replace({ draft: offer.draft, onStored: () => forgetLocal(offer) })
    onRestore({ ...kept?.form, ...offer.local?.draft.changes })
    noteChange()
  }
  const askRestore = (offer: Offer) => {
    if (!isTyped()) return void restore(offer).catch(() => undefined)
    confirm({
      title: '恢复这份草稿？',
      content: '现在填写的内容会被草稿替换。要留下它，请先保存。',
      verb: '恢复',
      isDanger: false,
      run: () => restore(offer),
    })
  }
  const discard = (offer: Offer) => {
    settle(offer)
    forgetLocal(offer)
    if (offer.isKept) void drop.run({ draft: offer.draft })
  }

  const restoreCutOff = useEffectEvent(() => {
    const found = offers.find((offer) => offer.local?.draft.isCutOff)
    if (!found || cutOff !== undefined || isTyped()) return
    setCutOff(found.at)
    void restore(found).catch(() => undefined)
  })
  useEffect(() => {
    if (!read.isPending) restoreCutOff()
  }, [read.isPending])

  const line = (offer: Offer) => {
    const isBehind = versionId !== undefined && offer.baseId !== null && offer.baseId !== versionId
    return (
      <li className="article-offer" key={offer.draft}>
        <span>
          {`${momentOf(offer.at)} 填写、尚未保存：${offer.title || '没有标题'}`}
          {isBehind && '（之后已有新的版本，恢复后请与历史版本对照）'}
        </span>
        <Space>
          <Button size="small" type="primary" onClick={() => askRestore(offer)}>
            恢复
          </Button>
          <Button size="small" onClick={() => discard(offer)}>
            放弃
          </Button>
        </Space>
      </li>
    )
  }
  return (
    <>
      {cutOff !== undefined && (
        <Alert
          type="info"
          title={`已恢复退出登录前填写的内容（${momentOf(cutOff)}），保存后生效`}
          action={
            <Button
              size="small"
              onClick={() => {
                setCutOff(undefined)
                onRestore(initial)
                noteChange()
              }}
            >
              丢弃
            </Button>
          }
        />
      )}
      {offers.length > 0 && (
        <Alert
          type="info"
          title={offers.length > 1 ? `有 ${offers.length} 份草稿尚未保存` : undefined}
          description={<ul className="article-offers">{offers.map(line)}</ul>}
        />
      )}
      {confirmation}
    </>
  )
}
