// Tree of all subordinates of one person, in sales, editing or customer service.
import { Empty, Skeleton } from 'antd'
import { useMemo, useRef } from 'react'
import { getChildUserInfoByType, type Subordinate, type SubordinateType } from '#contract/organisation/staff-links.ts'
import { ErrorState } from '#web/kit/dialog/page-state.tsx'
import { MarkedText } from '#web/kit/picker/marked-text.tsx'
import { useTableHeight } from '#web/kit/table/use-table-height.ts'
import { TreeView } from '#web/kit/tree/tree-view.tsx'
import { SKELETON_AFTER_MS, useLate } from '#web/kit/use-late.ts'
import { useCall } from '#web/lib/query.ts'
import { type SubordinateNode, subordinateTree } from './subsidiary.rules.ts'
import { SubsidiaryChoice, useSubsidiaryChoice } from './subsidiary-choice.tsx'

const textsOf = ({ title, note }: SubordinateNode) => [title, note]
/** Height of the search field above the rows, px. */
const TOOLS_PX = 40

function Below({ userId, type }: { userId: string; type: SubordinateType }) {
  const { data, error, isPending, refetch } = useCall(getChildUserInfoByType, { userId, type })
  const isLate = useLate(isPending, SKELETON_AFTER_MS)
  const nodes = useMemo(() => subordinateTree(data ?? [], userId), [data, userId])
  const box = useRef<HTMLDivElement>(null)
  const height = useTableHeight(box)
  const direct = data?.filter(({ depth }: Subordinate) => depth === 1).length ?? 0
  return (
    <div ref={box}>
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && isLate && <Skeleton active paragraph={{ rows: 8 }} />}
      {data?.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有下级" />}
      {data && data.length > 0 && (
        <TreeView<SubordinateNode>
          label="下级"
          nodes={nodes}
          height={height - TOOLS_PX}
          searchText="搜索姓名、用户名或部门"
          textsOf={textsOf}
          opensTo={2}
          stateOf={() => ({})}
          onChoose={() => undefined}
          tools={
            <span className="tree-count" role="status">
              直接下级 {direct} 人，共 {data.length} 人
            </span>
          }
        >
          {({ node }, needle) => (
            <>
              <MarkedText text={node.title} needle={needle} />
              <small className="tree-note">{node.note}</small>
            </>
          )}
        </TreeView>
      )}
    </div>
  )
}

export default function Subsidiary() {
  const choice = useSubsidiaryChoice()
  return (
    <div className="choose-page">
      <SubsidiaryChoice choice={choice} label="员工" />
      {choice.userId ? (
        <Below key={`${choice.userId}-${choice.type}`} userId={choice.userId} type={choice.type} />
      ) : (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="选择一名员工，查看其下级" />
      )}
    </div>
  )
}
