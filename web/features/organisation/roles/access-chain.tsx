// Explains why a person may or may not use a page or button: a sentence, and the checks behind it.
import { CheckCircleFilled, CloseCircleFilled, InfoCircleOutlined } from '@ant-design/icons'
import { Skeleton } from 'antd'
import { Link } from 'react-router'
import { explainAccess, type Step } from '#contract/organisation/access-explained.ts'
import { ErrorState } from '#web/kit/dialog/page-state.tsx'
import { SKELETON_AFTER_MS, useLate } from '#web/kit/use-late.ts'
import { findPage } from '#web/lib/page.ts'
import { useCall } from '#web/lib/query.ts'
import { usePages } from '#web/lib/session/menus.ts'
import { useBiPermission } from '#web/lib/session/permissions.ts'
import type { AccessItem } from './access-tree.rules.ts'

const marks = {
  yes: <CheckCircleFilled className="access-yes" aria-label="通过" />,
  no: <CloseCircleFilled className="access-refused" aria-label="不通过" />,
  info: <InfoCircleOutlined className="access-no" aria-label="说明" />,
} as const

function Chain({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="access-chain">
      {steps.map(({ part, state, title, text }) => (
        <li key={`${part} ${title}`}>
          {marks[state]}
          <strong>{title}</strong>
          <span>{text}</span>
        </li>
      ))}
    </ol>
  )
}

/** Link to the page, if it has a screen and the viewer may open it; only the browser knows the screens. */
function PageLine({ item }: { item: AccessItem }) {
  const found = findPage(
    usePages(({ pages }) => pages),
    item.path,
  )
  const mayOpen = useBiPermission().has(item.page)
  if (!found) return <p className="access-hint">控制台中还没有这个页面，任何人的菜单都不显示它。</p>
  return mayOpen ? <Link to={`${item.path}/index`}>打开“{item.name}”</Link> : null
}

export function AccessChain({ userId, item }: { userId: string; item: AccessItem }) {
  const { page, alias, isPage, name } = item
  const question = { userId, page, ...(alias && { alias }) }
  const { data, error, isPending, refetch } = useCall(explainAccess, question)
  const isLate = useLate(isPending, SKELETON_AFTER_MS)
  return (
    <section className="access-detail" aria-label="权限说明" aria-busy={isPending}>
      <h2>
        {name}
        <code>{alias ? `${page}.${alias}` : page}</code>
      </h2>
      {data && (
        <>
          <p className={data.allowed ? 'access-verdict access-verdict-yes' : 'access-verdict'} role="status">
            {data.sentence}
          </p>
          <Chain steps={data.steps} />
          {isPage && <PageLine item={item} />}
        </>
      )}
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {isLate && <Skeleton active paragraph={{ rows: 6 }} />}
    </section>
  )
}
