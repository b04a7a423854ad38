// Dates, the date range and the area picker in their states.
import { type ReactNode, useEffect, useState } from 'react'
import type { DateRange } from '#web/kit/form/date-range.rules.ts'
import { DateRangePicker } from '#web/kit/form/date-range.tsx'
import { DayInput } from '#web/kit/form/day-input.tsx'
import { MomentInput } from '#web/kit/form/moment-input.tsx'
import { type Area, noArea } from '#web/kit/picker/area-cascade.rules.ts'
import { AreaCascade } from '#web/kit/picker/area-cascade.tsx'
import { Part, State } from './part.tsx'
import { failing, failingOnce, loadProvincesAlone, loadRegions, never, nothing } from './samples.ts'

const noRange: DateRange = { start: null, end: null }

const RENDER_MS = 50

/** Renders its field again and again, as a page whose data changes while somebody types. */
function Restless({ field }: { field: () => ReactNode }) {
  const [renders, setRenders] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setRenders((before) => before + 1), RENDER_MS)
    return () => clearInterval(timer)
  }, [])
  return <div data-renders={renders}>{field()}</div>
}

export function DateRanges() {
  return (
    <Part id="range" title="日期范围" about="可输入、选择或取常用范围；开始晚于结束时自动对调。">
      <State name="未选" first={noRange}>
        {(value, onChange) => <DateRangePicker value={value} onChange={onChange} />}
      </State>
      <State name="已选" first={{ start: '2026-11-02', end: '2026-11-20' } as DateRange}>
        {(value, onChange) => <DateRangePicker value={value} onChange={onChange} />}
      </State>
      <State name="颠倒的值" first={{ start: '2026-11-20', end: '2026-11-02' } as DateRange}>
        {(value, onChange) => <DateRangePicker value={value} onChange={onChange} />}
      </State>
      <State name="另一种格式" first={{ start: '2026-11-02', end: null } as DateRange}>
        {(value, onChange) => <DateRangePicker format="yyyy.MM.dd" value={value} onChange={onChange} />}
      </State>
      <State name="时间，页面在更新" first={'2026-11-02T09:30:00+08:00' as string | null}>
        {(value, onChange) => (
          <Restless field={() => <MomentInput aria-label="时间" value={value} onChange={onChange} />} />
        )}
      </State>
      <State name="日期，页面在更新" first={'2026-11-02' as string | null}>
        {(value, onChange) => (
          <Restless field={() => <DayInput aria-label="日期" value={value} onChange={onChange} />} />
        )}
      </State>
      <State name="日期范围，页面在更新" first={{ start: '2026-11-02', end: '2026-11-20' } as DateRange}>
        {(value, onChange) => <Restless field={() => <DateRangePicker value={value} onChange={onChange} />} />}
      </State>
      <State name="禁用" first={{ start: '2026-11-02', end: '2026-11-20' } as DateRange}>
        {(value) => <DateRangePicker disabled value={value} />}
      </State>
    </Part>
  )
}

export function AreaCascades() {
  const [failsOnce] = useState(() => failingOnce(loadRegions))
  const linzi: Area = { province: '37', city: '3703', district: '370305' }
  return (
    <Part id="area" title="地区" about="省、市、区县三级；更换上级会清空下级。">
      <State name="未选" first={noArea}>
        {(value, onChange) => <AreaCascade load={loadRegions} value={value} onChange={onChange} />}
      </State>
      <State name="已选" first={linzi}>
        {(value, onChange) => <AreaCascade load={loadRegions} value={value} onChange={onChange} />}
      </State>
      <State name="没有数据" first={noArea}>
        {(value, onChange) => <AreaCascade load={nothing} value={value} onChange={onChange} />}
      </State>
      <State name="加载中" first={linzi}>
        {(value, onChange) => <AreaCascade load={never} value={value} onChange={onChange} />}
      </State>
      <State name="加载失败一次" first={noArea}>
        {(value, onChange) => <AreaCascade load={failsOnce} value={value} onChange={onChange} />}
      </State>
      <State name="下级加载失败" first={linzi}>
        {(value, onChange) => <AreaCascade load={loadProvincesAlone} value={value} onChange={onChange} />}
      </State>
      <State name="全部加载失败" first={linzi}>
        {(value, onChange) => <AreaCascade load={failing} value={value} onChange={onChange} />}
      </State>
      <State name="禁用" first={linzi}>
        {(value) => <AreaCascade load={loadRegions} disabled value={value} />}
      </State>
    </Part>
  )
}
