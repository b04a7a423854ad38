// Notices above the text: who else has it open, an overruling, corrected prices.
import { Alert, Button } from 'antd'
import type { ReactNode } from 'react'
import type { Edition } from '#contract/articles/article-labels.ts'
import type { Article, ArticleCalls } from '#contract/articles/articles.ts'
import type { Present } from '#contract/live/live.ts'
import { useShared } from '#web/lib/live/shared-changes.ts'
import { useCall } from '#web/lib/query.ts'

/** The stored article as of now, including others' acts. It does not change the text in the editor. */
export function useStanding(calls: ArticleCalls, stored: Article | undefined): Article | undefined {
  const { data = stored, refetch } = useCall(calls.get, { id: stored?.id ?? '0' }, { enabled: stored !== undefined })
  useShared('articles', () => {
    if (stored) void refetch()
  })
  return data
}

/** The newest version, if somebody else saved it after the one in the editor. */
export const newerThan = (
  base: { version: number; versionId: string } | undefined,
  standing: Article | undefined,
  ownId: string | undefined,
): Article['newest'] | undefined =>
  base &&
  standing &&
  standing.version > base.version &&
  standing.newest.id !== base.versionId &&
  standing.newest.byId !== ownId
    ? standing.newest
    : undefined

const outdatedIn = ({ newest }: Article) =>
  new Set(newest.figures.filter(({ isOutdated }) => isOutdated).map(({ place }) => place)).size

type NoticeProps = { title: string; verb: string; onPress: () => void }

const Notice = ({ title, verb, onPress }: NoticeProps): ReactNode => (
  <Alert
    type="warning"
    title={title}
    action={
      <Button size="small" onClick={onPress}>
        {verb}
      </Button>
    }
  />
)

export const PairAhead = ({ edition, onCompare }: { edition: Edition; onCompare: () => void }): ReactNode => (
  <Notice
    title={edition === 'zh' ? '英文在中文核对之后改动过' : '中文在译文更新之后改动过'}
    verb="对照查看"
    onPress={onCompare}
  />
)

type Props = {
  people: readonly Present[]
  standing: Article | undefined
  /** Somebody else's version that was saved since the text in the editor was read. */
  newer: Article['newest'] | undefined
  onRemarks: () => void
  onFigures: () => void
}

export function EditorNotices({ people, standing, newer, onRemarks, onFigures }: Props) {
  const outdated = standing ? outdatedIn(standing) : 0
  return (
    <>
      {people.length > 0 && (
        <Alert
          type="info"
          title={`${people.map(({ name, mode }) => `${name}（${mode === 'edit' ? '编辑' : '审核'}）`).join('、')} 也打开了这篇资讯`}
        />
      )}
      {newer && (
        <Alert
          type="warning"
          title={`${newer.byName} 已保存了新版本（第 ${newer.number} 版）。您可以继续编辑，保存时逐项核对双方的改动。`}
        />
      )}
      {standing?.state === 'overruled' && (
        <Notice title={`已驳回：${standing.opinion || '没有写明意见'}`} verb="查看批注" onPress={onRemarks} />
      )}
      {outdated > 0 && <Notice title={`引用的价格有 ${outdated} 处已更正`} verb="查看更正" onPress={onFigures} />}
    </>
  )
}
