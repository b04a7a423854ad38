// Permission matrix of a role: pages × button aliases, one top menu at a time.
import { Checkbox, Tabs } from 'antd'
import { useMemo, useState } from 'react'
import type { PermissionNode } from '#contract/organisation/roles.ts'
import { PickerCheck } from '#web/kit/picker/picker-row.tsx'
import { ScrollBox } from '#web/kit/scroll-box.tsx'
import { isChangeable, type MatrixRow, matrixOf, stateOf, toggleButtons } from './permission-matrix.rules.ts'

const PAGE = 2
const BUTTON = 3

type CheckProps = {
  label: string
  buttons: readonly PermissionNode[]
  chosen: ReadonlySet<string>
  onChange: ((chosen: ReadonlySet<string>) => void) | undefined
}

function ButtonCheck({ label, buttons, chosen, onChange }: CheckProps) {
  const isOn = stateOf(buttons, chosen)
  const canChange = onChange !== undefined && buttons.some(isChangeable)
  return (
    // biome-ignore lint/a11y/useSemanticElements: hundreds of tri-state checks, styled like those of the trees
    <button
      type="button"
      role="checkbox"
      aria-checked={isOn === 'some' ? 'mixed' : isOn}
      aria-label={label}
      title={canChange ? label : `${label}（不能修改）`}
      disabled={!canChange}
      onClick={() => onChange?.(toggleButtons(buttons, chosen))}
    >
      <PickerCheck kind="many" isOn={isOn} />
    </button>
  )
}

/** The pages of a top menu, which may be a page itself. */
function pagesBelow(top: PermissionNode | undefined): readonly PermissionNode[] {
  if (!top) return []
  const { children = [] } = top
  return children.some(({ type }) => type === BUTTON) ? [top] : children
}

const buttonsOf = ({ cells }: MatrixRow) => [...cells.values()].flat()
const labelOf = ({ title, note }: MatrixRow) => (note ? `${title}（${note}）` : title)

type RoleMatrixProps = Pick<CheckProps, 'chosen' | 'onChange'> & {
  nodes: readonly PermissionNode[]
  height: number
}

export function RoleMatrix({ nodes, chosen, onChange, height }: RoleMatrixProps) {
  const tops = nodes.filter(({ children = [] }) => children.length > 0)
  const [picked, setPicked] = useState<string>()
  const [isShared, setShared] = useState(true)
  // by default not the home page, which is a single row
  const top = tops.find(({ key }) => key === picked) ?? tops.find(({ type }) => type !== PAGE) ?? tops[0]
  const shared = useMemo(() => matrixOf(pagesBelow(top), true), [top])
  const each = useMemo(() => matrixOf(pagesBelow(top), false), [top])
  const hasShared = shared.rows.length < each.rows.length
  const { columns, rows } = isShared ? shared : each
  const common = { chosen, onChange }
  return (
    <section aria-label="按钮矩阵">
      <div className="role-matrix-head">
        <Tabs
          size="small"
          activeKey={top?.key ?? ''}
          onChange={setPicked}
          items={tops.map(({ key, title }) => ({ key, label: title }))}
        />
        {hasShared && (
          <Checkbox checked={isShared} onChange={(event) => setShared(event.target.checked)}>
            各子产品相同
          </Checkbox>
        )}
      </div>
      <ScrollBox className="role-matrix-scroll" label="页面与按钮" style={{ maxBlockSize: height }}>
        <table className="role-matrix">
          <thead>
            <tr>
              <th scope="col">页面</th>
              {columns.map(({ alias, title }) => (
                <th key={alias} scope="col">
                  <span>{title}</span>
                  <ButtonCheck
                    label={`全部页面的${title}`}
                    buttons={rows.flatMap(({ cells }) => cells.get(alias) ?? [])}
                    {...common}
                  />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key}>
                <th scope="row">
                  <ButtonCheck label={`${labelOf(row)}的全部按钮`} buttons={buttonsOf(row)} {...common} />
                  <span>{row.title}</span>
                  <small>{row.note}</small>
                </th>
                {columns.map(({ alias, title }) => {
                  const buttons = row.cells.get(alias)
                  return (
                    <td key={alias}>
                      {buttons && <ButtonCheck label={`${labelOf(row)}：${title}`} buttons={buttons} {...common} />}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </section>
  )
}
