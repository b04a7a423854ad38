// Preview of an act on grants by account: problems first, with a link to solve them.
import { Tag } from 'antd'
import { Link } from 'react-router'
import type { CellPreview, GrantPreview } from '#contract/members/grant-preview.ts'
import { subProductOf } from '#contract/sub-products.ts'
import { stateText } from './grant-preview.rules.ts'
import './grant-preview.css'

const actLabels = { grant: '授权', extend: '延期', revoke: '取消' } as const
const fateLabels = { refused: '不能办理', unchanged: '没有变化' } as const

type Problem = NonNullable<CellPreview['problem']>

function ProblemText({ fate, msg, wayOn, loginName, to }: Problem & { to: string | undefined }) {
  return (
    <span className={`grant-preview-${fate}`}>
      {fateLabels[fate]}：{msg}
      {wayOn && `。${wayOn}`}
      {wayOn && loginName && (to ? <Link to={to}>（{loginName}）</Link> : `（${loginName}）`)}
    </span>
  )
}

type Props = GrantPreview & {
  /** Address of the account in its sub-product's list, by login name. */
  addressOf?: (cell: CellPreview, loginName: string) => string | undefined
}

export function GrantPreviewTable({ text, cells, count, addressOf }: Props) {
  const isOfMany = new Set(cells.map(({ subProduct }) => subProduct)).size > 1
  return (
    <>
      <p>{text}</p>
      <table className="grant-preview" aria-label="变更预览">
        <thead>
          <tr>
            <th scope="col">会员</th>
            {isOfMany && <th scope="col">子产品</th>}
            <th scope="col">操作</th>
            <th scope="col">现在</th>
            <th scope="col">保存后</th>
          </tr>
        </thead>
        <tbody>
          {cells.map((cell) => {
            const { key, loginName, realName, subProduct, act, isNewAccount, before, after, problem } = cell
            return (
              <tr key={key}>
                <td>
                  {realName} <small>{loginName}</small>
                </td>
                {isOfMany && <td>{subProductOf(subProduct).title}</td>}
                <td>
                  <Tag color={act === 'revoke' ? 'error' : 'processing'}>{actLabels[act]}</Tag>
                </td>
                <td>{isNewAccount ? '未开通' : stateText(before, subProduct)}</td>
                <td>
                  {problem ? (
                    <ProblemText {...problem} to={addressOf?.(cell, problem.loginName)} />
                  ) : (
                    `${isNewAccount ? '开通账号，' : ''}${stateText(after, subProduct)}`
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {count > cells.length && <p>{`仅列出前 ${cells.length} 个，不能办理的在最前。`}</p>}
    </>
  )
}
