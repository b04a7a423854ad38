// The name of a measure with its formula.
import { QuestionCircleOutlined } from '@ant-design/icons'
import { Popover } from 'antd'
import { type Measure, measureFormulas } from '#contract/operations/registration-measures.ts'

export function MeasureName({ of, label }: { of: Measure; label: string }) {
  return (
    <span className="statistics-measure">
      {label}
      <Popover content={<p className="statistics-formula">{measureFormulas[of]}</p>} trigger={['hover', 'click']}>
        <button type="button" className="heading-tip" aria-label={`${label}的公式`}>
          <QuestionCircleOutlined />
        </button>
      </Popover>
    </span>
  )
}
