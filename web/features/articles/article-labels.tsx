// Labels, tags and select options of articles.
import { Tag } from 'antd'
import {
  type ArticleState,
  articleKindLabels,
  articleKinds,
  articleStateLabels,
  articleStates,
  type Edition,
  editionLabels,
  editions,
} from '#contract/articles/article-labels.ts'
import { type ArticleRow, channelKeys } from '#contract/articles/articles.ts'
import { subProducts } from '#contract/sub-products.ts'
import { optionsOf } from '#web/kit/form/options.ts'
import { Status, type Tone } from '#web/kit/table/status.tsx'
import { formatMoment } from '#web/lib/format.ts'

const tones: Readonly<Record<ArticleState, Tone>> = {
  draft: 'idle',
  pending: 'warning',
  overruled: 'bad',
  scheduled: 'warning',
  published: 'good',
  takenDown: 'idle',
}

type Stated = { state: ArticleState; publishedId: string | null; publishAt: string | null }

/** State of the newest version, with a note if readers still see an earlier one. */
export function ArticleStatus({ state, publishedId, publishAt }: Stated) {
  const isBehind = publishedId !== null && state !== 'published'
  return (
    <>
      <Status tone={tones[state]}>{articleStateLabels[state]}</Status>
      {state === 'scheduled' && publishAt !== null && <small className="article-note">{formatMoment(publishAt)}</small>}
      {isBehind && <small className="article-note">旧版在线</small>}
    </>
  )
}

type MarksProps = Pick<ArticleRow, 'isTop' | 'isOutdated' | 'hasPair' | 'isPairAhead'> & { edition: Edition }

export function ArticleMarks({ isTop, isOutdated, hasPair, isPairAhead, edition }: MarksProps) {
  if (!isTop && !isOutdated && !hasPair) return '—'
  return (
    <>
      {isTop && <Tag color="processing">置顶</Tag>}
      {isOutdated && <Tag color="warning">引用价格已更正</Tag>}
      {hasPair &&
        (isPairAhead ? <Tag color="warning">{edition === 'zh' ? '英文已改' : '中文已改'}</Tag> : <Tag>中英对应</Tag>)}
    </>
  )
}

const titles = new Map<string, string>(subProducts.map(({ key, title }) => [key, title]))
export const channelNames = (keys: readonly string[]) => keys.map((key) => titles.get(key) ?? key).join('、') || '—'

export const kindOptions = optionsOf(articleKindLabels, articleKinds)
export const stateOptions = optionsOf(articleStateLabels, articleStates)
export const editionOptions = optionsOf(editionLabels, editions)
export const channelOptions = channelKeys.map((value) => ({ value, label: titles.get(value) ?? value }))

const editors: Readonly<Record<Edition, { add: string; edit: string }>> = {
  zh: { add: '/data/actciles/addDetail', edit: '/data/actciles/editDetail' },
  en: { add: '/data/actciles/addDetailEnglish', edit: '/data/actciles/editDetailEnglish' },
}
export const editorOf = (edition: Edition) => editors[edition]
