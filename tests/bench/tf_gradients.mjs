// TF.js keeps its gradients apart; importing them enters them into the registry that all copies of its core share.
import '@tensorflow/tfjs-core/dist/register_all_gradients.js';
