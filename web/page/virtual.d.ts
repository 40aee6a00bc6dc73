declare module 'virtual:katex.css';
