// What each change of the matrix does, cell by cell, before it is saved.
import { Tag } from 'antd'
import type { MatrixPreview } from '../../../../contract/members/matrix.ts'
import { subProductOf } from '../../../../contract/sub-products.ts'
import { stateText } from './matrix.rules.ts'
import '../customers/customer.css'

const actLabels = { grant: '授权', extend: '延期', revoke: '取消' } as const

export function MatrixPreviewTable({ text, cells }: MatrixPreview) {
  return (
    <>
      <p>{text}</p>
      <table className="customer-table" aria-label="变更预览">
        <thead>
          <tr>
            <th scope="col">会员</th>
            <th scope="col">子产品</th>
            <th scope="col">现在</th>
            <th scope="col">保存后</th>
          </tr>
        </thead>
        <tbody>
          {cells.map(({ memberId, loginName, subProduct, act, isNewAccount, before, after }) => (
            <tr key={`${memberId}:${subProduct}`}>
              <td>{loginName}</td>
              <td>
                {subProductOf(subProduct).title}
                <br />
                <Tag color={act === 'revoke' ? 'error' : 'processing'}>{actLabels[act]}</Tag>
              </td>
              <td>{isNewAccount ? '未开通' : stateText(before, subProduct)}</td>
              <td>{isNewAccount ? `开通账号，${stateText(after, subProduct)}` : stateText(after, subProduct)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
