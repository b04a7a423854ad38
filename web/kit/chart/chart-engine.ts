// ECharts with only the modules that our charts need. Loaded when the first chart is shown (chart.tsx).
import { BarChart, GaugeChart, LineChart, PieChart } from 'echarts/charts'
import {
  DataZoomInsideComponent,
  DataZoomSliderComponent,
  GridComponent,
  LegendScrollComponent,
  MarkLineComponent,
  MarkPointComponent,
  TitleComponent,
  TooltipComponent,
} from 'echarts/components'
import { init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import type { ChartData } from './chart.data.ts'
import { type ChartTheme, optionOf, pictureOf } from './chart.options.ts'

use([
  LineChart,
  BarChart,
  PieChart,
  GaugeChart,
  GridComponent,
  LegendScrollComponent,
  MarkLineComponent,
  MarkPointComponent,
  TooltipComponent,
  TitleComponent,
  DataZoomInsideComponent,
  DataZoomSliderComponent,
  CanvasRenderer,
])

type Drawing = {
  show: (data: ChartData, theme: ChartTheme) => void
  resize: () => void
  dispose: () => void
}

function draw(box: HTMLElement): Drawing {
  const chart = init(box)
  return {
    show: (data, theme) => chart.setOption(optionOf(data, theme), { notMerge: true }),
    resize: () => chart.resize(),
    dispose: () => chart.dispose(),
  }
}

const PICTURE_WIDTH = 960
const PICTURE_HEIGHT = 540
/** Sharp in print and on high-density screens. */
const PIXEL_RATIO = 2

/** A PNG of the chart with its title, in a fixed size. */
async function renderPicture(data: ChartData, theme: ChartTheme): Promise<Blob> {
  const chart = init(document.createElement('div'), null, { width: PICTURE_WIDTH, height: PICTURE_HEIGHT })
  return new Promise((resolve, reject) => {
    chart.setOption(pictureOf(data, theme))
    const canvas = chart.renderToCanvas({ pixelRatio: PIXEL_RATIO, backgroundColor: theme.surface })
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png')
    chart.dispose()
  })
}

const engine = { draw, renderPicture }
export type Engine = typeof engine
export default engine
