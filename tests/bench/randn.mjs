export { default } from '@stdlib/random-base-randn';
