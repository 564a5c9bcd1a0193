// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The plots beside the picture: one cursor, one range, one line for now.

import uPlot from 'uplot';
import { button, make, nameOf, need } from './dom';
import { figure, niceStep, raised, tickText } from './figures';
import { isImpact } from './marks';
import { type Plot, plotsOf, type Values } from './series';
import { type Stage, watchSize } from './stage';
import { colour, isPrinting, onTheme, seriesColour } from './theme';

const SHOWN = 4;
const LEAST_HEIGHT = 96;
const PRINTED_HEIGHT = 88;
const LABELS = 24;

interface Drawn {
  plot: Plot;
  box: HTMLElement;
  chart: uPlot;
  line: HTMLElement;
  figures: HTMLElement[];
}

function bounds(low: number | null, high: number | null): [number, number] {
  if (low == null || high == null) return [0, 1];
  const room = (high - low) * 0.08 || Math.abs(high) * 0.13 || 1;
  return [low >= 0 && low < (high - low) * 0.6 ? 0 : low - room, high + room];
}

function decades(low: number, high: number): number[] {
  const first = Math.ceil(Math.log10(low) - 1e-9);
  const last = Math.floor(Math.log10(high) + 1e-9);
  const every = Math.max(1, Math.ceil((last - first) / 4));
  const out = [];
  for (let e = first; e <= last; e += every) out.push(10 ** e);
  return out;
}

export function startPlots(stage: Stage): void {
  const { motion, ghost, clock } = stage;
  const { time, plots } = plotsOf(motion, ghost);
  const host = need('plots');
  const bar = need('plot-bar');
  const shown = new Set(plots.slice(0, SHOWN));
  let difference = false;
  let drawn: Drawn[] = [];
  const sync = uPlot.sync(`zwang-${Math.random()}`);
  const impacts = motion.run.events.filter((e) => isImpact(e.kind)).map((e) => e.t);

  const axis = (more: uPlot.Axis): uPlot.Axis => ({
    stroke: () => colour('muted'),
    grid: { stroke: () => colour('grid'), width: 1 },
    ticks: { stroke: () => colour('grid'), width: 1, size: 4 },
    font: `12px ${colour('sans')}`,
    ...more,
  });

  function impactLines(u: uPlot): void {
    const pen = u.ctx;
    pen.save();
    pen.lineWidth = devicePixelRatio;
    pen.setLineDash([]);
    pen.strokeStyle = colour('impact-line');
    pen.beginPath();
    for (const t of impacts) {
      if (t < clock.range[0] || t > clock.range[1]) continue;
      const x = Math.round(u.valToPos(t, 'x', true)) + 0.5;
      pen.moveTo(x, u.bbox.top);
      pen.lineTo(x, u.bbox.top + u.bbox.height);
    }
    pen.stroke();
    pen.restore();
  }

  function options(plot: Plot, apart: boolean, labelled: () => boolean): uPlot.Options {
    const log = plot.log;
    const series: uPlot.Series[] = [{}];
    plot.series.forEach((s, i) => {
      const stroke = () => seriesColour(plot.colours[i]);
      const fill = plot.fill && i === 0 ? () => `${seriesColour(plot.colours[0])}14` : undefined;
      series.push({ stroke, width: 1.6, pxAlign: 0, points: { show: false }, fill: apart ? undefined : fill });
      if (ghost && !apart && s.ghost) {
        series.push({ stroke, width: 1.4, pxAlign: 0, dash: [5, 4], alpha: 0.75, points: { show: false } });
      }
    });
    return {
      width: 400,
      height: LEAST_HEIGHT,
      legend: { show: false },
      padding: [6, 12, 0, 0],
      cursor: {
        sync: { key: sync.key },
        x: true,
        y: false,
        points: { size: 5 },
        drag: { x: true, y: false, setScale: false },
        bind: { dblclick: () => () => { clock.whole(); return null; } },
      },
      scales: {
        x: { time: false, range: () => clock.range },
        y: log
          ? { distr: 3, range: (_u, low, high) => [Math.max(low ?? 1e-16, 1e-300) / 2, Math.max((high ?? 1e-15) * 3, (low ?? 1e-16) * 30)] }
          : { range: (_u, low, high) => bounds(low, high) },
      },
      axes: [
        axis({
          size: () => (labelled() ? LABELS : 8),
          splits: (u) => {
            const step = niceStep(clock.range[1] - clock.range[0], Math.max(2, u.bbox.width / devicePixelRatio / 60));
            const out = [];
            for (let k = Math.ceil(clock.range[0] / step - 1e-9); k * step <= clock.range[1] + step * 1e-6; k++) out.push(k * step);
            return out;
          },
          values: (_u, at) => at.map((v) => (labelled() ? tickText(v, at.length > 1 ? at[1] - at[0] : 1) : '')),
        }),
        axis({
          size: 52,
          space: 26,
          values: (_u, at) => at.map((v) => (log ? `10${raised(Math.round(Math.log10(v)))}` : axisFigure(v))),
          // Without a filter that keeps all of them most decades lose their label.
          ...(log ? { splits: (_u: uPlot, _i: number, low: number, high: number) => decades(low, high), filter: (_u: uPlot, at: number[]) => at } : {}),
        }),
      ],
      series,
      hooks: {
        drawClear: [impactLines],
        setSelect: [(u) => {
          if (u.select.width < 4) return;
          clock.zoom(u.posToVal(u.select.left, 'x'), u.posToVal(u.select.left + u.select.width, 'x'));
          u.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false);
        }],
      },
    };
  }

  function numbers(plot: Plot, apart: boolean): uPlot.AlignedData {
    const data: (number[] | Values)[] = [time];
    for (const s of plot.series) {
      if (apart) data.push(s.values.map((v, i) => (v == null || s.ghost?.[i] == null ? null : s.ghost[i] - v)));
      else {
        data.push(s.values);
        if (ghost && s.ghost) data.push(s.ghost);
      }
    }
    return data as uPlot.AlignedData;
  }

  function build(plot: Plot): Drawn {
    const apart = difference && !plot.log;
    const values: HTMLElement[] = [];
    const legend = make('span', 'legend');
    plot.series.forEach((s, i) => {
      const key = make('i', `series${plot.colours[i]}`);
      const value = make('b');
      values.push(value);
      legend.append(make('span', '', key, nameOf(s.label), ' ', value));
    });
    const title = apart ? `${plot.title}: other run \u2212 this` : plot.title;
    const unit = [plot.unit, plot.left ? `(largest ${plot.series.length} of ${plot.series.length + plot.left})` : ''].filter(Boolean).join(' ');
    const head = make('div', 'plot-head', make('h3', '', title), make('span', 'unit', unit), legend);
    const box = make('div', 'plot', head);
    box.setAttribute('role', 'group');
    box.setAttribute('aria-label', title);
    host.append(box);
    const chart = new uPlot(options(plot, apart, () => lowest(plot)), numbers(plot, apart), box);
    const line = make('div', 'now');
    chart.over.append(line);
    chart.over.addEventListener('click', (e) => clock.seek(chart.posToVal(e.offsetX, 'x')));
    return { plot, box, chart, line, figures: values };
  }

  function rebuild(): void {
    drawn.forEach((d) => d.chart.destroy());
    host.replaceChildren();
    drawn = plots.filter((p) => shown.has(p)).map(build);
    size();
    clock.ask();
  }

  const columns = () => getComputedStyle(host).gridTemplateColumns.split(' ').length || 1;

  // The time stands once, below the last plot of each column.
  function lowest(plot: Plot): boolean {
    const list = plots.filter((p) => shown.has(p));
    return list.indexOf(plot) >= list.length - columns();
  }

  function size(): void {
    const across = columns();
    const rows = Math.max(1, Math.ceil(drawn.length / across));
    // A head with many names takes two lines.
    let heads = 0;
    for (let i = 0; i < drawn.length; i += across) {
      heads += Math.max(...drawn.slice(i, i + across).map((d) => (d.box.firstElementChild as HTMLElement).offsetHeight));
    }
    // On paper the plots give the height, on the screen they share it.
    const height = isPrinting() ? PRINTED_HEIGHT : Math.max(LEAST_HEIGHT, Math.floor((host.clientHeight - LABELS - heads) / rows));
    for (const d of drawn) d.chart.setSize({ width: d.box.clientWidth, height: height + (lowest(d.plot) ? LABELS - 8 : 0) });
    draw();
  }

  function draw(): void {
    const row = rowAt(clock.now);
    const inside = clock.now >= clock.range[0] && clock.now <= clock.range[1];
    for (const d of drawn) {
      d.line.hidden = !inside;
      d.line.style.transform = `translateX(${Math.round(d.chart.valToPos(clock.now, 'x'))}px)`;
      d.plot.series.forEach((s, i) => {
        const here = between(s.values, row);
        const there = s.ghost && between(s.ghost, row);
        const v = difference && !d.plot.log ? (here == null || there == null ? null : there - here) : here;
        d.figures[i].textContent = figure(v, 3);
      });
    }
  }

  // Between two rows as the line is drawn, so that legend, line and why panel agree.
  function between(values: Values, row: number): number | null {
    const v = values[row];
    const w = values[row + 1];
    const step = time[row + 1] - time[row];
    if (v == null || w == null || !(step > 0)) return v;
    return v + ((clock.now - time[row]) / step) * (w - v);
  }

  function rowAt(t: number): number {
    let low = 0;
    let high = time.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (time[middle] <= t) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  function menu(): HTMLElement[] {
    const list = make('div', 'menu');
    for (const plot of plots) {
      const box = make('input');
      box.type = 'checkbox';
      box.checked = shown.has(plot);
      box.addEventListener('change', () => {
        if (box.checked) shown.add(plot);
        else shown.delete(plot);
        rebuild();
      });
      list.append(make('label', '', box, plot.title));
    }
    const opener = make('summary', '', 'plots');
    const choice = make('details', 'choice', opener, list);
    const elsewhere = (e: PointerEvent) => { if (!choice.contains(e.target as Node)) choice.open = false; };
    addEventListener('pointerdown', elsewhere);
    stage.cleanup.push(() => removeEventListener('pointerdown', elsewhere));
    choice.addEventListener('keydown', (e) => {
      if (e.key !== 'Escape' || !choice.open) return;
      e.stopPropagation();
      choice.open = false;
      opener.focus();
    });
    const whole = button('whole range', 'double click in a plot does the same', () => clock.whole());
    whole.hidden = true;
    clock.onRange(() => { whole.hidden = !clock.zoomed; room(); });
    const out: HTMLElement[] = [choice, whole];
    if (ghost) {
      const b = button('difference', 'the other run minus this one', () => {
        difference = !difference;
        b.setAttribute('aria-pressed', String(difference));
        rebuild();
      });
      b.setAttribute('aria-pressed', 'false');
      out.unshift(b);
    }
    return out;
  }

  // The buttons lie over the head of the first plot, which makes room for them.
  const room = () => host.style.setProperty('--bar', `${bar.offsetWidth + 4}px`);
  bar.replaceChildren(...menu());
  room();
  clock.onDraw(draw);
  clock.onRange(() => drawn.forEach((d) => d.chart.setScale('x', { min: clock.range[0], max: clock.range[1] })));
  stage.cleanup.push(onTheme(() => drawn.forEach((d) => d.chart.redraw(false, true))));
  stage.cleanup.push(() => drawn.forEach((d) => d.chart.destroy()));
  watchSize(stage, host, size);
  rebuild();
}

function axisFigure(v: number): string {
  const size = Math.abs(v);
  if (size >= 1e9 || (size > 0 && size < 1e-3)) return figure(v, 3).replace('.0\u00b7', '\u00b7');
  if (size >= 1e6) return `${figure(v / 1e6, 4)} M`;
  if (size >= 1e4) return `${figure(v / 1e3, 4)} k`;
  return figure(v, 6);
}
