// Every figure that has a still picture. For the build alone: the page never imports this.
import type { StillFigure } from './still.ts';
import { stillOpening } from './opening/still.ts';
import { stillClaims } from './claims/still.ts';
import { stillDotProduct } from './dot_product/still.ts';
import { stillGradient } from './gradient/still.ts';
import { stillInvariance } from './invariance/still.ts';
import { stillInspector } from './inspector/still.ts';
import { stillModels } from './models/still.ts';
import { stillOverflow } from './overflow/still.ts';
import { stillPipeline } from './pipeline/still.ts';
import { stillSaturation } from './saturation/still.ts';
import { stillTraining } from './training/still.ts';

export const STILLS: Readonly<Record<string, StillFigure>> = {
  'dk-opening': stillOpening,
  'dk-claims': stillClaims,
  'dk-dot-product': stillDotProduct,
  'dk-gradient': stillGradient,
  'dk-invariance': stillInvariance,
  'dk-inspector': stillInspector,
  'dk-models': stillModels,
  'dk-overflow': stillOverflow,
  'dk-pipeline': stillPipeline,
  'dk-saturation': stillSaturation,
  'dk-training': stillTraining,
};
